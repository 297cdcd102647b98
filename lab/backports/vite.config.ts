/** One CommonJS file, for Node 16. */
export default {
  publicDir: false,
  build: {
    target: 'node16',
    minify: false,
    lib: { entry: 'index.ts', formats: ['cjs'], fileName: () => 'backports.cjs' },
    rolldownOptions: { external: ['electron', /^node:/] },
  },
};
