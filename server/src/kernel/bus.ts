import { randomUUID } from 'node:crypto'
import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { BrokerMessage, DeviceLink } from '../ports/device-link.ts'
import type { Log } from './log.ts'

/**
 * Recipients of an event: everyone who watches a plant, or all browsers of one person. `home` names people whose
 * browsers also receive it while they watch no plant, as on the plant list. `exceptSocket` is skipped, because it saved
 * the change.
 */
export type Audience = { plant: string; home?: string[]; exceptSocket?: string } | { user: string }

type BroadcastOf<N extends EventName> = { audience: Audience; event: N; data: EventData<N> }
/** An event for screens. */
export type Broadcast = { [N in EventName]: BroadcastOf<N> }[EventName]

/** Timeout of a question to another node; a node without a timely answer is considered lost. */
const answerWithinMs = 2_000

/** Last will of a node: the broker publishes it when the node disconnects without notice. Carries the node's id. */
export const lostNodeTopic = 'bus/nodes/lost'

const nodePrefix = 'bus/node/'
/** Topics for every node, by kind. */
const allNodesPrefix = 'bus/nodes/'

/** A topic for one node only. */
export const nodeTopic = (nodeId: string, kind: string): string => `${nodePrefix}${nodeId}/${kind}`

/** Topic filters of a node: those shared by all nodes, and those addressed to it alone. */
export const busFilters = (nodeId: string): string[] => [
  'bus/plant/#',
  'bus/user/#',
  `${allNodesPrefix}#`,
  `${nodePrefix}${nodeId}/#`,
]

const topicOf = (audience: Audience): string =>
  'plant' in audience ? `bus/plant/${audience.plant}` : `bus/user/${audience.user}`

type Question = { id: string; from: string; body: unknown }
type Answer = { id: string; body: unknown }

export type BusParts = {
  nodeId: string
  link: Pick<DeviceLink, 'publish' | 'onMessage' | 'isConnected'>
  log: Log
  /** Runs on each remaining node when another one is lost. */
  nodeLost(nodeId: string): void
}

/**
 * Messages between server nodes over the broker. Delivery is not guaranteed: after missing a message, a node reads the
 * data again.
 */
export type Bus = ReturnType<typeof createBus>

export const isBusTopic = (topic: string): boolean => topic.startsWith('bus/')

const readJson = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return null
  }
}

export const createBus = ({ nodeId, link, log, nodeLost }: BusParts) => {
  const pendingRequests = new Map<string, (body: unknown) => void>()
  const answerers = new Map<string, (body: unknown) => unknown>()
  const receivers = new Map<string, (from: string, body: unknown) => void>()
  const receiversOfBroadcasts: ((broadcast: Broadcast) => void)[] = []

  const send = (topic: string, content: unknown): void => {
    link.publish(topic, JSON.stringify(content), { qos: 0 }).catch((error: unknown) => {
      log.warn({ err: error, topic, outage: 'broker' }, 'message not sent to the other nodes')
    })
  }

  const handleNodeMessage = (kind: string, payload: Buffer): void => {
    const { id, from, body } = (readJson(payload) ?? {}) as Partial<Question & Answer>
    const answerQuestion = answerers.get(kind)
    if (id === undefined) return
    if (kind === 'answer') pendingRequests.get(id)?.(body)
    else if (answerQuestion && from !== undefined) send(nodeTopic(from, 'answer'), { id, body: answerQuestion(body) })
  }

  const handleMessageToAll = (kind: string, payload: Buffer): void => {
    const { from, body } = (readJson(payload) ?? {}) as { from?: string; body?: unknown }
    if (from !== undefined) receivers.get(kind)?.(from, body)
  }

  const handleNodeLoss = (payload: Buffer): void => {
    const lostNodeId = payload.toString()
    if (lostNodeId !== nodeId) nodeLost(lostNodeId)
  }

  const handleBroadcast = (payload: Buffer): void => {
    const broadcast = readJson(payload) as Partial<Broadcast> | null
    if (!broadcast?.audience || !broadcast.event) return
    for (const receive of receiversOfBroadcasts) receive(broadcast as Broadcast)
  }

  const handle = ({ topic, payload }: BrokerMessage): void => {
    if (topic === lostNodeTopic) handleNodeLoss(payload)
    else if (topic.startsWith(nodePrefix)) handleNodeMessage(topic.split('/')[3] ?? '', payload)
    else if (topic.startsWith(allNodesPrefix)) handleMessageToAll(topic.slice(allNodesPrefix.length), payload)
    else handleBroadcast(payload)
  }
  link.onMessage(async (message) => {
    if (isBusTopic(message.topic)) handle(message)
  })

  return {
    /** Registers the receiver for showing broadcasts of any node, this one included, on screens. */
    receivesBroadcasts(receive: (broadcast: Broadcast) => void): void {
      receiversOfBroadcasts.push(receive)
    },
    /** Sends a message to all nodes, this one included. */
    broadcast(kind: string, body: unknown): void {
      send(`${allNodesPrefix}${kind}`, { from: nodeId, body })
    },
    /** Registers this node's receiver for messages to all nodes. */
    receives(kind: string, receiver: (from: string, body: unknown) => void): void {
      receivers.set(kind, receiver)
    },
    /** Delivers broadcasts for screens to all nodes, this one included. */
    deliver(broadcasts: readonly Broadcast[]): void {
      // Before the product listens there is no connection to any screen, and nobody watches.
      if (!link.isConnected()) return
      for (const broadcast of broadcasts) send(topicOf(broadcast.audience), broadcast)
    },
    /** Registers this node's answerer for questions of a kind. */
    answers(kind: string, answerQuestion: (body: unknown) => unknown): void {
      answerers.set(kind, answerQuestion)
    },
    /** Asks one other node. Undefined if it does not answer in time: the node is then considered lost. */
    async request(otherNodeId: string, kind: string, body: unknown): Promise<unknown> {
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const timeout = setTimeout(resolve, answerWithinMs, undefined)
      pendingRequests.set(id, resolve)
      const question: Question = { id, from: nodeId, body }
      send(nodeTopic(otherNodeId, kind), question)
      return promise.finally(() => {
        clearTimeout(timeout)
        pendingRequests.delete(id)
      })
    },
  }
}
