import { z } from 'zod'
import type { Bus } from '../../kernel/bus.ts'
import type { Watchers } from '../../ports/watchers.ts'
import type { SocketIds } from './socket-ids.ts'
import type { WatcherHub } from './watcher-hub.ts'

const watchQuestion = z.object({
  socketId: z.string(),
  owner: z.string(),
  plantId: z.string().nullable(),
  until: z.coerce.date().nullable(),
})
type WatchQuestion = z.infer<typeof watchQuestion>

/** Watchers on every node: each node performs the operations of its own sockets. */
export const createWatchers = (ids: SocketIds, hub: WatcherHub, bus: Pick<Bus, 'request' | 'answers'>): Watchers => {
  const applyHere = ({ socketId, owner, plantId, until }: WatchQuestion): boolean =>
    plantId === null ? hub.leave(socketId, owner) : hub.watch(socketId, owner, { plantId, until })

  bus.answers('watch', (body) => {
    const question = watchQuestion.safeParse(body)
    return question.success && applyHere(question.data)
  })

  const applyOnNode = async (question: WatchQuestion): Promise<boolean> => {
    const node = ids.nodeOf(question.socketId, question.owner)
    if (node === null) return false
    return node === ids.nodeId ? applyHere(question) : (await bus.request(node, 'watch', question)) === true
  }

  return {
    isOwn: (socketId, owner) => ids.nodeOf(socketId, owner) !== null,
    watch: (socketId, owner, plant) => applyOnNode({ socketId, owner, ...plant }),
    leave: (socketId, owner) => applyOnNode({ socketId, owner, plantId: null, until: null }),
  }
}
