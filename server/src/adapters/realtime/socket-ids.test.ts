import { socketId } from '@vigilux/contract/kernel/primitives.ts'
import { expect, it } from 'vitest'
import { createSocketIds } from './socket-ids.ts'

const [firstNode, secondNode] = [createSocketIds('0a1b2c3d', 'a secret'), createSocketIds('4e5f6a7b', 'a secret')]

it('a socket id matches the contract and is unique', () => {
  const [firstId, other] = [firstNode.nextFor('ada'), firstNode.nextFor('ada')]
  expect(socketId.safeParse(firstId).success).toBe(true)
  expect(firstId).not.toBe(other)
})

it('a socket id names its node to every node with the same secret', () => {
  expect(secondNode.nodeOf(firstNode.nextFor('ada'), 'ada')).toBe('0a1b2c3d')
  expect(createSocketIds('0a1b2c3d', 'another').nodeOf(firstNode.nextFor('ada'), 'ada')).toBeNull()
})

it.each([
  ['of another person', firstNode.nextFor('bo')],
  ['of another node than it was made by', firstNode.nextFor('ada').replace('0a1b2c3d', 'dead0000')],
  ['that was made up', '0a1b2c3d.6f9619ff-8b86-d011-b42d-00c04fc964ff'],
  ['that is none', ''],
])('a socket id %s is refused', (_title, id) => {
  expect(firstNode.nodeOf(id, 'ada')).toBeNull()
})
