/** Types of `workbench-server.mjs` for the TypeScript side. */
export function ensureBuild(): Promise<void>;
export function serve(port: number): Promise<{ url: string; close(): Promise<void> }>;
