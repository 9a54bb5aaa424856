import { expect, it } from 'vitest'
import { z } from 'zod'
import { derivedId } from './derived-id.ts'

it('a derived id is valid, stable and unique per text', () => {
  const texts = Array.from({ length: 200 }, (_, n) => `person ${n}`)
  const ids = texts.map(derivedId)
  expect(ids).toEqual(texts.map(derivedId))
  expect(new Set(ids).size).toBe(texts.length)
  for (const id of ids) expect(z.uuid({ version: 'v8' }).safeParse(id).success, id).toBe(true)
})
