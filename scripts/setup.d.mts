/** Types of `setup.mjs` for the TypeScript side. */
export const root: string;
export const chromiumArgs: string[];
export function ensureBrowser(): string;
