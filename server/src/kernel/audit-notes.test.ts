import { auditLimits } from '@vigilux/contract/kernel/audit-target.ts'
import { expect, it } from 'vitest'
import { createAuditRecorder } from './audit-notes.ts'

const lamp = (n: number, name = '') => ({ kind: 'lamp', id: `u/${n}`, name }) as const

it('a target is listed once, and those above the limit are counted', () => {
  const notes = createAuditRecorder()
  notes.target(lamp(1), lamp(1))
  for (let n = 2; n <= auditLimits.things + 5; n++) notes.target(lamp(n))
  notes.addUncounted(900)
  expect(notes.targets).toHaveLength(auditLimits.things)
  expect(notes.moreTargets).toBe(905)
})

it('long values are cut at whole characters', () => {
  const notes = createAuditRecorder()
  notes.target(lamp(1, '💡'.repeat(500)))
  notes.diff(null, { description: 'x'.repeat(100_000), list: Array.from({ length: 999 }, (_, n) => n) })
  expect([...(notes.targets[0]?.name ?? '')]).toHaveLength(auditLimits.characters)
  expect(notes.targets[0]?.name.endsWith('💡…')).toBe(true)
  expect(JSON.stringify(notes.changes).length).toBeLessThan(600)
})

it('a diff contains only changed fields', () => {
  const notes = createAuditRecorder()
  notes.diff({ name: 'A', on: false, place: '', same: 1 }, { name: 'B', on: true, place: '', same: 1, gone: null })
  expect(notes.changes).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'on', before: false, after: true },
  ])
  notes.diff(null, Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n])))
  expect(notes.changes).toHaveLength(auditLimits.fields)
})
