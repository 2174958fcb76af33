import { afterAll, describe, expect, test } from 'vitest';
import { connectDriver, FixturePage, fixture } from './fixtures/drive.ts';

const driver = connectDriver();
afterAll(() => driver.end());

const open = async (html: string, script?: string, more?: Record<string, string>) =>
  new FixturePage(await driver.open(fixture(html, script, more)));
const names = async (html: string) => (await open(html)).view.elements.map(({ name }) => name);

describe('what is seen', () => {
  test('roles, names, descriptions and states are those of assistive technology', async () => {
    const { view } = await open(`
      <main><h1>Sign up</h1>
      <label for="e">E-mail</label><input id="e" type="email" required aria-describedby="hint" value="a@b.c">
      <p id="hint">We never share it.</p>
      <fieldset><legend>Plan</legend>
        <label><input type="radio" name="plan" checked> Free</label>
        <label><input type="radio" name="plan"> Paid</label>
      </fieldset>
      <label>Country <select><option disabled>Choose</option><option>Chile</option><option selected>Peru</option></select></label>
      <button aria-expanded="false">More</button> <button aria-pressed="true">Bold</button>
      </main><footer><a href="#x">Help</a></footer><main>
      <label>Notes <textarea readonly>fixed</textarea></label></main>`);
    const plain = {
      description: '',
      value: null,
      inputType: null,
      options: null,
      checked: null,
      selected: null,
      expanded: null,
      required: false,
      invalid: false,
      disabled: false,
      readOnly: false,
      context: 'Sign up',
      landmark: 'main',
    };
    expect(view.elements.map(({ ref, ...rest }) => rest)).toEqual([
      {
        ...plain,
        role: 'textbox',
        name: 'E-mail',
        value: 'a@b.c',
        inputType: 'email',
        description: 'We never share it.',
        required: true,
      },
      { ...plain, role: 'radio', name: 'Free', inputType: 'radio', checked: true, context: 'Plan' },
      { ...plain, role: 'radio', name: 'Paid', inputType: 'radio', checked: false, context: 'Plan' },
      { ...plain, role: 'combobox', name: 'Country', value: 'Peru', options: ['Chile', 'Peru'] },
      { ...plain, role: 'button', name: 'More', expanded: false },
      { ...plain, role: 'button', name: 'Bold', checked: true },
      { ...plain, role: 'link', name: 'Help', landmark: 'contentinfo' },
      { ...plain, role: 'textbox', name: 'Notes', value: 'fixed', readOnly: true },
    ]);
    expect(view).toMatchObject({
      document: 0,
      title: 'Fixture',
      headings: ['Sign up'],
      texts: ['We never share it.', 'Plan'],
      messages: [],
      omitted: 0,
      dialogOpen: false,
      busy: false,
    });
  });

  test('what is hidden, covered, transparent, inert or out of view is not there', async () => {
    expect(
      await names(`
        <button>Seen</button>
        <button hidden>Hidden</button>
        <button data-style="visibility:hidden">Invisible</button>
        <button data-style="opacity:0">Transparent</button>
        <button aria-hidden="true">Decoration</button>
        <div inert><button>Inert</button></div>
        <details><summary>Details</summary><button>Folded</button></details>
        <div data-style="position:relative"><button>Covered</button>
          <div data-style="position:absolute;inset:0;background:white"></div></div>
        <div data-style="height:30px;overflow:auto"><div data-style="height:60px"></div><button>In a box below</button></div>
        <button data-style="pointer-events:none">Untouchable</button>
        <button data-style="position:absolute;left:-900px">Left of it</button>
        <button data-style="position:absolute;top:900px">Below the fold</button>`),
    ).toEqual(['Seen', 'Details']);
  });

  test('a disabled control is seen as disabled, by itself, its fieldset or its ARIA', async () => {
    const { view } = await open(`
      <button disabled>One</button>
      <fieldset disabled><button>Two</button></fieldset>
      <div role="group" aria-disabled="true"><a href="#x">Three</a></div>
      <button>Four</button>`);
    expect(view.elements.map(({ name, disabled }) => [name, disabled])).toEqual([
      ['One', true],
      ['Two', true],
      ['Three', true],
      ['Four', false],
    ]);
  });

  test('a checkbox that only its label shows is there, and is set by its label', async () => {
    const hidden = [
      'position:absolute;opacity:0',
      'display:none',
      'position:absolute;width:1px;height:1px;clip-path:inset(50%)',
    ];
    const page = await open(
      hidden
        .map(
          (style, i) =>
            `<p><input id="c${i}" type="checkbox" data-style="${style}"><label for="c${i}">Choice ${i}</label></p>`,
        )
        .join(''),
    );
    for (const i of hidden.keys()) {
      expect(page.named(`Choice ${i}`)).toMatchObject({ role: 'checkbox', checked: false });
      expect((await page.click(`Choice ${i}`)).result.status).toBe('done');
      expect(page.named(`Choice ${i}`).checked).toBe(true);
    }
    expect(page.view.elements).toHaveLength(hidden.length);
  });

  test('context is the row, item, group or dialog around a control, else the heading above', async () => {
    const { view } = await open(`
      <h2>Basket</h2><a href="#x">Terms</a>
      <table><tr><td>Blue kettle</td><td>12.99</td><td><button>Add</button></td></tr>
             <tr><td>Red kettle</td><td>10.50</td><td><button>Add</button></td></tr></table>
      <ul><li>Monday <a href="#m">Book</a></li><li><a href="#l">Lonely</a></li></ul>
      <section aria-label="Advertising"><button>Buy</button></section>`);
    expect(view.elements.map(({ name, context }) => [name, context])).toEqual([
      ['Terms', 'Basket'],
      ['Add', 'Blue kettle 12.99'],
      ['Add', 'Red kettle 10.50'],
      ['Book', 'Monday'],
      ['Lonely', 'Basket'],
      ['Buy', 'Advertising'],
    ]);
    expect(view.texts).toEqual(['Blue kettle 12.99 Add', 'Red kettle 10.50 Add', 'Monday Book']);
  });

  test('messages are alerts, status lines and what is said of invalid fields', async () => {
    const { view } = await open(`
      <div role="alert">Check your entries.</div>
      <p role="status">3 results</p>
      <label>Age <input aria-invalid="true" aria-errormessage="err" value="x"></label><p id="err">Age is a number.</p>
      <p aria-busy="true">Loading more</p>`);
    expect(view.messages).toEqual(['Check your entries.', '3 results', 'Age is a number.']);
    expect(view.texts).toEqual(['Loading more']);
    expect(view.busy).toBe(true);
    expect(view.elements[0]).toMatchObject({ invalid: true, description: 'Age is a number.' });
  });

  test('a modal dialog hides what is behind it, and so does a layer without a role', async () => {
    const page = await open(
      '<p>Behind</p><button id="open">Open</button><dialog id="dialog"><h2>Sure?</h2><button>Yes</button></dialog>',
      'buttons',
    );
    expect(page.view.dialogOpen).toBe(false);
    await page.click('Open');
    expect(page.view).toMatchObject({ dialogOpen: true, headings: ['Sure?'] });
    expect(page.view.elements.map(({ name }) => name)).toEqual(['Yes']);

    const layer = await open(`<p>Behind</p><button>Work</button>
      <div data-style="position:fixed;inset:0;background:white"><p>We value your privacy</p><button>Fine</button></div>`);
    expect(layer.view).toMatchObject({ dialogOpen: true, texts: ['We value your privacy'] });
    expect(layer.view.elements.map(({ name }) => name)).toEqual(['Fine']);
  });

  test('everything is bounded, however much the page shows', async () => {
    const { view } = await open(
      `<p>${'long '.repeat(100)}</p>${'<a href="#x" data-style="font-size:3px">Link</a> '.repeat(90)}`,
    );
    expect(view.elements).toHaveLength(64);
    expect(view.omitted).toBe(26);
    expect(view.texts[0]).toHaveLength(159);
  });

  test('two looks at an unchanged page are equal', async () => {
    const page = await open('<button>One</button><label>Two <input></label><p>Three</p>');
    const before = page.report;
    await page.wait();
    expect(page.report).toEqual(before);
  });
});

describe('what is done', () => {
  const EVENTS = '<p id="events" role="log"></p>';
  const seen = ({ view }: FixturePage) => view.messages[0];

  test('a click sends the events of a press of the mouse', async () => {
    const page = await open(`<button id="target">Press</button>${EVENTS}`, 'events');
    await page.click('Press');
    expect(seen(page)).toBe('pointerdown mousedown focus focusin pointerup mouseup click');
  });

  test('a text is entered as if typed over the old one; change comes when the field is left', async () => {
    const page = await open(
      `<label>Name <input id="target" value="old"></label><button>Next</button>${EVENTS}`,
      'events',
    );
    await page.fill('Name', 'new');
    expect(page.named('Name').value).toBe('new');
    expect(seen(page)).toMatch(/click beforeinput input$/);
    await page.click('Next');
    expect(seen(page)).toMatch(/input change blur focusout$/);
  });

  test('a text is cut where the field ends it, and a date field takes only dates', async () => {
    const page = await open(
      '<label>Code <input maxlength="3"></label><label>Day <input type="date"></label>',
    );
    await page.fill('Code', 'abcdef');
    expect(page.named('Code').value).toBe('abc');
    expect((await page.fill('Day', 'tomorrow')).result).toEqual({
      status: 'refused',
      reason: 'it takes no such date',
    });
    expect((await page.fill('Day', '2026-03-04')).result.status).toBe('done');
    expect(page.named('Day').value).toBe('2026-03-04');
  });

  test('an option is chosen by its label', async () => {
    const page = await open(
      `<label>Size <select id="target"><option>Small</option><option>Large</option><option disabled>Huge</option></select></label>${EVENTS}`,
      'events',
    );
    await page.select('Size', 'Large');
    expect(page.named('Size').value).toBe('Large');
    expect(seen(page)).toMatch(/click input change$/);
    expect((await page.select('Size', 'Huge')).result).toEqual({
      status: 'refused',
      reason: 'it has no option "Huge"',
    });
  });

  test('Enter in a field presses the default button of its form, or sends a form of one field', async () => {
    const page = await open(
      `<form><label>Find <input name="q"></label><button name="b" value="1">Go</button></form>
       <form><label>Alone <input name="one"></label></form>
       <form><label>First <input name="x"></label><label>Second <input name="y"></label></form>
       <form><label>Off <input name="off"></label><button disabled>Go</button></form>`,
      'forms',
    );
    for (const [field, value] of [
      ['Find', 'a'],
      ['Alone', 'b'],
      ['First', 'c'],
      ['Off', 'd'],
    ] as const) {
      await page.fill(field, value);
      await page.submit(field);
    }
    expect(page.view.messages).toEqual(['sent q=a', 'sent one=b']);
  });

  test('the browser’s own validation is a message, not a bubble', async () => {
    const page = await open(
      '<form><label>Mail <input type="email" required></label><button>Send</button></form>',
      'forms',
    );
    await page.click('Send');
    expect(page.view.messages).toEqual(['Mail: Please fill out this field.']);
    expect(page.named('Mail')).toMatchObject({ invalid: true });
    await page.fill('Mail', 'a@b.c');
    expect(page.view.messages).toEqual([]);
    await page.click('Send');
    expect(page.view.messages).toEqual(['sent']);
  });

  test('what a person could not do is refused and not done', async () => {
    const page = await open(
      `<button disabled>Off</button><label>Fixed <input readonly value="1"></label><button id="open">Open</button>
       <a href="#x">Link</a><dialog id="dialog"><button>Close</button></dialog>`,
      'buttons',
    );
    const { ref } = page.named('Link');
    expect((await page.click('Off')).result).toEqual({ status: 'refused', reason: 'it is disabled' });
    expect((await page.fill('Fixed', '2')).result).toEqual({ status: 'refused', reason: 'it is read-only' });
    expect((await page.fill('Link', '2')).result).toEqual({
      status: 'refused',
      reason: 'it is no text field',
    });
    expect((await page.scroll('down')).result).toEqual({
      status: 'refused',
      reason: 'nothing to scroll down',
    });
    await page.click('Open');
    const covered = await page.page.act({ kind: 'click', ref });
    expect(covered.result).toEqual({ status: 'refused', reason: 'it is covered by <dialog> Close' });
    expect(page.view.elements.map(({ name }) => name)).toEqual(['Close']);
  });

  test('an element that is gone is stale', async () => {
    const page = await open('<button id="gone">Vanish</button><button>Stay</button>', 'buttons');
    const { ref } = page.named('Vanish');
    await page.click('Vanish');
    expect((await page.page.act({ kind: 'click', ref })).result).toEqual({
      status: 'stale',
      reason: 'the element is gone',
    });
    expect((await page.page.act({ kind: 'click', ref: 999 })).result.status).toBe('stale');
  });

  test('scrolling shows what was below, of the page or of a box', async () => {
    const page = await open(
      '<button>Top</button><div data-style="height:700px"></div><button>Bottom</button>',
    );
    expect(page.view).toMatchObject({ canScrollUp: false, canScrollDown: true });
    await page.scroll('down');
    expect(page.view.elements.map(({ name }) => name)).toEqual(['Bottom']);
    expect(page.view).toMatchObject({ canScrollUp: true, canScrollDown: false });

    const box = await open(`<div data-style="height:100px;overflow:auto;scroll-behavior:smooth">
      <div data-style="height:150px">Filler</div><button>Inside</button></div>`);
    await box.scroll('down');
    expect(box.view.elements.map(({ name }) => name)).toEqual(['Inside']);
  });

  test('dialogs of JavaScript are dismissed and become messages of that action', async () => {
    const page = await open('<button id="ask">Ask</button><button id="tell">Tell</button>', 'buttons');
    await page.click('Ask');
    expect(page.view.messages).toEqual([
      'confirm, dismissed: Really?',
      'prompt, dismissed: Name?',
      'answer false null',
    ]);
    await page.click('Tell');
    expect(page.view.messages).toEqual(['alert: Attention', 'answer false null']);
  });

  test('a flow’s time passes once per action and once per document; its expert speaks in refs', async () => {
    const page = await open('<label>Field <input id="field"></label>', 'flow');
    expect(page.report.flow).toEqual({
      truth: {
        status: 'open',
        outcome: 'failure',
        handoverRight: false,
        violation: null,
        progress: 0.5,
        facts: { ticks: 1, hasDriver: true },
      },
      expert: [{ kind: 'fill', ref: page.named('Field').ref, value: 'x' }, { kind: 'wait' }],
    });
    await page.wait();
    await page.click('Field');
    expect(page.report.flow?.truth.facts['ticks']).toBe(3);
  });
});
