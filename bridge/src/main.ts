/** The bridge has two parts: to DALI lines, and to building systems. Each is a process of its own. */
if (process.argv[2] === 'outward') await import('./outward/main.ts')
else await import('./unit/main.ts')
