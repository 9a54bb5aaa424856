import { groupsInPayload } from '@vigilux/contract/features/groups/group.rules.ts'
import type { UnitConfiguration } from '@vigilux/contract/features/snapshots/snapshot.ts'
import { expect, test } from 'vitest'
import { restoreSteps } from './restore-steps.ts'

const configuration = (lamps: { addr: number; serial: string; groups: number[] }[]): UnitConfiguration => ({
  name: null,
  numLamp: null,
  ratedHours: null,
  functional: null,
  autonomy: null,
  contacts: [],
  flags: {},
  lamps: lamps.map((lamp) => ({ ...lamp, name: null, params: {} })),
})
const at = new Date('2026-03-02T09:00:00Z')

test('a lamp keeps groups added since the snapshot, a replacement does not', () => {
  const snapshotState = configuration([
    { addr: 1, serial: 'AAAAA1', groups: [] },
    { addr: 2, serial: 'AAAAA2', groups: [] },
    { addr: 3, serial: 'AAAAA3', groups: [9] },
  ])
  const now = configuration([
    { addr: 1, serial: 'AAAAA1', groups: [5] },
    { addr: 2, serial: 'BBBBB2', groups: [6] },
    { addr: 3, serial: 'AAAAA3', groups: [7] },
  ])
  const groupPayloads = restoreSteps(now, snapshotState, at).flatMap(({ command }) =>
    command.name === 'setMultiGroup' ? [command.payload] : [],
  )
  expect(groupPayloads).toHaveLength(1)
  expect([1, 2, 3].map((index) => groupsInPayload(groupPayloads[0] ?? '', index))).toEqual([[5], [], [9]])
})

test('a restore writes all parameters of a UV tube except its light', () => {
  const [snapshotState, now] = [true, false].map((uvOxyOnOff) => {
    const configured = configuration([{ addr: 1, serial: 'AAAAA1', groups: [] }])
    const params = { uvOxyOnOff, uvOxyFanSpeed: uvOxyOnOff ? 4 : 1 }
    return { ...configured, lamps: configured.lamps.map((lamp) => ({ ...lamp, params })) }
  }) as [UnitConfiguration, UnitConfiguration]
  const paramCommands = (from: UnitConfiguration, to: UnitConfiguration) =>
    restoreSteps(from, to, at).flatMap(({ command }) => ('params' in command ? [command.params] : []))
  expect(paramCommands(now, snapshotState)).toEqual([{ uvOxyFanSpeed: 4 }])
  expect(paramCommands(snapshotState, now)).toEqual([{ uvOxyOnOff: false, uvOxyFanSpeed: 1 }])
})
