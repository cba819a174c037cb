// Runs `npm run bench` and `npm run bench -- growth`.

await import(process.argv[2] === 'growth' ? './growth/run.ts' : './run.ts')

export {}
