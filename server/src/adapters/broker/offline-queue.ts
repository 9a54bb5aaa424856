import createPersistence from 'aedes-persistence'

type Subscriber = { clientId: string }
type Packet = { cmd: string }
/** The part of the broker's memory that holds messages for sessions which are not there. */
type Outgoing = {
  outgoingEnqueue(subscriber: Subscriber, packet: Packet): Promise<void>
  outgoingEnqueueCombi(subscribers: Subscriber[], packet: Packet): Promise<void>
  outgoingClearMessageId(client: { id: string }, packet: Packet): Promise<Packet | undefined>
}

/**
 * The broker's memory with at most `limit` messages waiting per session. Beyond it the newest is dropped: a command
 * carries its own expiry and an acknowledgement is asked for again, so neither is missed.
 */
export const boundedPersistence = (limit: number, dropped: (clientId: string) => void): unknown => {
  const persistence = (createPersistence as unknown as () => Outgoing)()
  const waiting = new Map<string, number>()
  const inner: Outgoing = {
    outgoingEnqueue: persistence.outgoingEnqueue.bind(persistence),
    outgoingEnqueueCombi: persistence.outgoingEnqueueCombi.bind(persistence),
    outgoingClearMessageId: persistence.outgoingClearMessageId.bind(persistence),
  }
  const hasRoom = ({ clientId }: Subscriber): boolean => {
    const count = waiting.get(clientId) ?? 0
    if (count >= limit) {
      dropped(clientId)
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
    const left = (waiting.get(client.id) ?? 0) - (cleared ? 1 : 0)
    if (left > 0) waiting.set(client.id, left)
    else waiting.delete(client.id)
    return cleared
  }
  return persistence
}
