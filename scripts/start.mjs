/** `npm start`: installs what is missing, builds, serves the workbench and prints its address. */
import { ensureDependencies, explain } from './setup.mjs';

/** The port of the workbench; storage belongs to an origin, so it stays the same. */
const port = Number(process.env.PORT ?? 4173);

try {
  ensureDependencies();
  // Imported only now: it needs the dependencies.
  const { ensureBuild, serve } = await import('./workbench-server.mjs');
  await ensureBuild();
  const { url } = await serve(port);
  console.log(`\n  The workbench is at ${url}\n  Stop it with Ctrl+C.\n`);
} catch (error) {
  if (error?.message?.includes('is already in use')) {
    error.message = `Port ${port} is taken. Stop what uses it, or choose another: PORT=4180 npm start`;
    error.stack = error.message;
  }
  explain(error);
}
