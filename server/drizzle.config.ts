import { defineConfig } from 'drizzle-kit'

/** `npm run migrations` compares the features' tables with the migrations and writes the differences. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./server/src/tables/*.schema.ts', './server/src/features/*/*.schema.ts', './server/src/kernel/*.schema.ts'],
  out: './server/src/migrations',
})
