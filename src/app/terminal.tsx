/** Real output of commands, and diffs, as text. */
import { AnsiUp } from 'ansi_up';
import { useMemo } from 'preact/hooks';
import { t } from './messages.ts';

/**
 * HTML of coloured output, escaped, with classes only: the page's policy forbids style attributes,
 * which ansi_up writes for weight and true colour even when it uses classes.
 */
export function ansiHtml(output: string): string {
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  ansi.url_allowlist = {};
  ansi.boldStyle = 'ansi-bold';
  ansi.faintStyle = 'ansi-faint';
  ansi.italicStyle = 'ansi-italic';
  ansi.underlineStyle = 'ansi-underline';
  return ansi
    .ansi_to_html(output)
    .replace(/<span style="([^"]*)"(?: class="([^"]*)")?>/g, (_, styles: string, classes?: string) => {
      const own = styles.split(';').filter((style) => style.startsWith('ansi-'));
      return `<span class="${[...own, ...(classes ? [classes] : [])].join(' ')}">`;
    });
}

/** A command's output. */
export function Terminal({ output }: { output: string }) {
  const html = useMemo(() => ansiHtml(output), [output]);
  if (output.trim() === '') return <p class="terminal terminal-none">{t('episode.output.none')}</p>;
  // ansi_up escapes the text; of markup only its own spans remain.
  return <pre class="terminal" dangerouslySetInnerHTML={{ __html: html }} />;
}

function kindOfLine(line: string): string {
  if (line.startsWith('+++') || line.startsWith('---')) return 'file';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return 'context';
}

/** A unified diff, its lines coloured; the plus and minus signs stay. */
export function DiffView({ diff }: { diff: string }) {
  return (
    <pre class="diff">
      {diff
        .trimEnd()
        .split('\n')
        .map((line, index) => (
          <span class={`diff-${kindOfLine(line)}`} key={`${index}`}>
            {`${line}\n`}
          </span>
        ))}
    </pre>
  );
}
