import { auditLimits } from '@vigilux/contract/kernel/audited.ts'
import { expect, it } from 'vitest'
import { createAuditNotes } from './audit-notes.ts'

const lamp = (n: number, name = '') => ({ kind: 'lamp', id: `u/${n}`, name }) as const

it('names a thing once, and counts those beyond what one entry says', () => {
  const notes = createAuditNotes()
  notes.about(lamp(1), lamp(1))
  for (let n = 2; n <= auditLimits.things + 5; n++) notes.about(lamp(n))
  notes.andMore(900)
  expect(notes.things).toHaveLength(auditLimits.things)
  expect(notes.moreThings).toBe(905)
})

it('cuts what is long, by whole signs', () => {
  const notes = createAuditNotes()
  notes.about(lamp(1, '💡'.repeat(500)))
  notes.changed(null, { description: 'x'.repeat(100_000), list: Array.from({ length: 999 }, (_, n) => n) })
  expect([...(notes.things[0]?.name ?? '')]).toHaveLength(auditLimits.characters)
  expect(notes.things[0]?.name.endsWith('💡…')).toBe(true)
  expect(JSON.stringify(notes.changes).length).toBeLessThan(600)
})

it('says what became of a field, and nothing of one that stayed', () => {
  const notes = createAuditNotes()
  notes.changed({ name: 'A', on: false, place: '', same: 1 }, { name: 'B', on: true, place: '', same: 1, gone: null })
  expect(notes.changes).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'on', before: false, after: true },
  ])
  notes.changed(null, Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n])))
  expect(notes.changes).toHaveLength(auditLimits.fields)
})
