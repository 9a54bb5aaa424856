import { Readable } from 'node:stream'
import createPersistence from 'aedes-persistence'
import { isTowardsUnit } from './topic-rights.ts'

type Subscriber = { clientId: string }
type Packet = { cmd: string }
/** The broker's persistence, as far as it is changed here. */
type Memory = {
  outgoingEnqueue(subscriber: Subscriber, packet: Packet): Promise<void>
  outgoingEnqueueCombi(subscribers: Subscriber[], packet: Packet): Promise<void>
  outgoingClearMessageId(client: { id: string }, packet: Packet): Promise<Packet | undefined>
  createRetainedStreamCombi(filters: string[]): Readable
}

/**
 * The broker's persistence with at most `limit` queued messages per session. Beyond it the newest message is dropped: a
 * command has its own expiry and an acknowledgement is requested again, so neither is missed.
 */
export const boundedPersistence = (limit: number, onDropped: (clientId: string) => void): unknown => {
  const persistence = (createPersistence as unknown as () => Memory)()
  const waiting = new Map<string, number>()
  const inner: Memory = {
    outgoingEnqueue: persistence.outgoingEnqueue.bind(persistence),
    outgoingEnqueueCombi: persistence.outgoingEnqueueCombi.bind(persistence),
    outgoingClearMessageId: persistence.outgoingClearMessageId.bind(persistence),
    createRetainedStreamCombi: persistence.createRetainedStreamCombi.bind(persistence),
  }
  const hasRoom = ({ clientId }: Subscriber): boolean => {
    const count = waiting.get(clientId) ?? 0
    if (count >= limit) {
      onDropped(clientId)
      return false
    }
    waiting.set(clientId, count + 1)
    return true
  }
  persistence.outgoingEnqueue = async (subscriber, packet) => {
    if (hasRoom(subscriber)) await inner.outgoingEnqueue(subscriber, packet)
  }
  persistence.outgoingEnqueueCombi = (subscribers, packet) =>
    inner.outgoingEnqueueCombi(subscribers.filter(hasRoom), packet)
  persistence.outgoingClearMessageId = async (client, packet) => {
    const cleared = await inner.outgoingClearMessageId(client, packet)
    const remainingCount = (waiting.get(client.id) ?? 0) - (cleared ? 1 : 0)
    if (remainingCount > 0) waiting.set(client.id, remainingCount)
    else waiting.delete(client.id)
    return cleared
  }
  // Nothing is retained on topics to units; searching all retained messages would make ten thousand units take minutes
  // to connect.
  persistence.createRetainedStreamCombi = (filters) => {
    const otherFilters = filters.filter((filter) => !isTowardsUnit(filter))
    return otherFilters.length === 0 ? Readable.from([]) : inner.createRetainedStreamCombi(otherFilters)
  }
  return persistence
}
