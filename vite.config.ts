import { defineConfig, type Plugin } from 'vite';
import { bridge } from './bridge/bridge-plugin.ts';
import { assemblyscript } from './build/assemblyscript-plugin.ts';
import { flows } from './build/flows-plugin.ts';
import { miniwob } from './build/miniwob-plugin.ts';
import { sandbox } from './build/sandbox-plugin.ts';

/**
 * Headers of the page, every worker and every asset of the built workbench. One policy for all:
 * no inline script, no eval beyond WebAssembly, workers from our own origin only.
 */
export const securityHeaders: Record<string, string> = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "worker-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Node's assert package reads these two globals; nothing else of Node is provided. */
const define = { 'process.env.NODE_DEBUG': 'undefined' };

/** Says which file the preview server sends for the favicon, so that no request fails. */
const plugins: Plugin[] = [sandbox(), assemblyscript(), miniwob(), flows(), bridge()];

export default defineConfig({
  define,
  plugins,
  // Loaded only when a campaign asks for it; found late, it would reload the page in the middle of a run.
  optimizeDeps: { include: ['@tensorflow/tfjs-backend-webgpu'] },
  base: './',
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    // The workbench, and the same learner without a page for the headless command.
    rolldownOptions: { input: ['index.html', 'headless.html'] },
  },
  worker: { format: 'es', plugins: () => [sandbox(), assemblyscript()] },
  preview: { headers: securityHeaders, host: '127.0.0.1' },
  server: {
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    host: '127.0.0.1',
  },
});
