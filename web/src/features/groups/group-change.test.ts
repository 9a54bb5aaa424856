import { expect, test } from 'vitest'
import { planGroups } from './group-change.ts'

const lamp = (id: number, ...groups: number[]) => ({ id, groups })

test('adding on one page is one command with the positions on the page', () => {
  expect(planGroups({ do: 'add', group: 16 }, [lamp(33, 1), lamp(64, 2), lamp(40, 16)])).toEqual({
    send: 'setGroup',
    page: 1,
    indexes: [1, 32],
    group: 16,
  })
})

test('adding on two pages is a batch with all groups of each lamp', () => {
  expect(planGroups({ do: 'add', group: 3 }, [lamp(32, 5), lamp(33, 1)])).toEqual({
    send: 'assignGroups',
    lamps: [
      { addr: 32, groups: [3, 5] },
      { addr: 33, groups: [1, 3] },
    ],
  })
})

test('removing keeps the other groups', () => {
  expect(planGroups({ do: 'remove', group: 3 }, [lamp(1, 3, 4), lamp(70, 1, 3)])).toEqual({
    send: 'assignGroups',
    lamps: [
      { addr: 1, groups: [4] },
      { addr: 70, groups: [1] },
    ],
  })
})

test('a lamp that would have no group is named', () => {
  expect(planGroups({ do: 'remove', group: 3 }, [lamp(1, 3), lamp(2, 3, 4)])).toEqual({
    refused: 'LAMP_WITHOUT_GROUP',
    lamps: [1],
  })
})

test('a lamp without groups does not block removing others from a group', () => {
  expect(planGroups({ do: 'remove', group: 3 }, [lamp(1), lamp(2, 3, 4)])).toEqual({
    send: 'removeGroup',
    page: 0,
    indexes: [2],
    group: 3,
  })
})

test('a fifth group is refused with the name of the lamp', () => {
  expect(planGroups({ do: 'add', group: 9 }, [lamp(7, 1, 2, 3, 4), lamp(8, 1)])).toEqual({
    refused: 'LAMP_GROUP_LIMIT',
    lamps: [7],
  })
})

test('a lamp can be set to exactly one to four groups', () => {
  expect(planGroups({ do: 'exactly', groups: [] }, [lamp(1, 1)])).toEqual({ refused: 'LAMP_WITHOUT_GROUP', lamps: [1] })
  expect(planGroups({ do: 'exactly', groups: [4, 1] }, [lamp(1, 1), lamp(2, 4, 1)])).toEqual({
    send: 'assignGroups',
    lamps: [{ addr: 1, groups: [1, 4] }],
  })
})

test('a change without effect is not sent', () => {
  expect(planGroups({ do: 'add', group: 1 }, [lamp(1, 1)])).toEqual({ refused: 'nothingToDo', lamps: [] })
})
