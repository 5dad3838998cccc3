import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Writes compressed variants next to each file, so that the service does not compress them per request. */
const compress = (): Plugin => ({
  name: 'compress',
  closeBundle() {
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      const content = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    }
  },
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that the page works below any path prefix of a proxy.
  base: './',
  plugins: [react(), compress()],
  resolve: { conditions: ['@costplane/source', 'module', 'browser', 'production'] },
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
