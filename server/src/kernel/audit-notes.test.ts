import { auditLimits } from '@vigilux/contract/kernel/audited.ts'
import { expect, it } from 'vitest'
import { about, andMore, beginAuditNotes, changed } from './audit-notes.ts'
import type { Tx } from './transaction.ts'

const open = () => {
  const tx = {} as Tx
  return { tx, notes: beginAuditNotes(tx) }
}
const lamp = (n: number, name = '') => ({ kind: 'lamp', id: `u/${n}`, name }) as const

it('notes nothing of what is no write of a person', () => {
  const tx = {} as Tx
  about(tx, lamp(1))
  changed(tx, null, { name: 'x' })
  expect(beginAuditNotes(tx)).toMatchObject({ things: [], changes: [] })
})

it('names a thing once, and counts those beyond what one entry says', () => {
  const { tx, notes } = open()
  about(tx, lamp(1), lamp(1))
  for (let n = 2; n <= auditLimits.things + 5; n++) about(tx, lamp(n))
  andMore(tx, 900)
  expect(notes.things).toHaveLength(auditLimits.things)
  expect(notes.moreThings).toBe(905)
})

it('cuts what is long, by whole signs', () => {
  const { tx, notes } = open()
  about(tx, lamp(1, '💡'.repeat(500)))
  changed(tx, null, { description: 'x'.repeat(100_000), list: Array.from({ length: 999 }, (_, n) => n) })
  expect([...(notes.things[0]?.name ?? '')]).toHaveLength(auditLimits.characters)
  expect(notes.things[0]?.name.endsWith('💡…')).toBe(true)
  expect(JSON.stringify(notes.changes).length).toBeLessThan(600)
})

it('says what became of a field, and nothing of one that stayed', () => {
  const { tx, notes } = open()
  changed(tx, { name: 'A', on: false, place: '', same: 1 }, { name: 'B', on: true, place: '', same: 1, gone: null })
  expect(notes.changes).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'on', before: false, after: true },
  ])
  changed(tx, null, Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n])))
  expect(notes.changes).toHaveLength(auditLimits.fields)
})
