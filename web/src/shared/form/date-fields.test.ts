import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../..')

test('no date field uses the date format of the browser', () => {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const native = pages.filter((file) =>
    /type="(date|datetime-local|time)"/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(pages.length).toBeGreaterThan(300)
  expect(native).toEqual([])
})
