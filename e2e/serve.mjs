/** Serves the built workbench for the tests beside this file; the port is the first argument. */
import { ensureBuild, serve } from '../scripts/workbench-server.mjs';

await ensureBuild();
await serve(Number(process.argv[2]));
