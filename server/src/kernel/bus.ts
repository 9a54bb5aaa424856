import { randomUUID } from 'node:crypto'
import type { BrokerMessage, DeviceLink } from '../ports/device-link.ts'
import type { Log } from './log.ts'
import type { Audience, Broadcast } from './work.ts'

/** Longer than this a question to another node is not waited for: the node is gone. */
const answerWithinMs = 2_000

/** A node that went away without saying so; the broker publishes it in the node's place. Carries the node's id. */
export const lostNodeTopic = 'bus/nodes/lost'

const nodePrefix = 'bus/node/'
/** What every node receives, by kind. */
const allNodesPrefix = 'bus/nodes/'

/** Where a node alone receives. */
export const nodeTopic = (nodeId: string, kind: string): string => `${nodePrefix}${nodeId}/${kind}`

/** Filters of what a node receives: what all nodes share, and what is addressed to it alone. */
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
  link: Pick<DeviceLink, 'publish'>
  log: Log
  /** Runs on each node that is left when another one is lost. */
  nodeLost(nodeId: string): void
}

/** What server nodes say to each other over the broker. Anything lost here is fetched again by whoever misses it. */
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
  const open = new Map<string, (body: unknown) => void>()
  const answerers = new Map<string, (body: unknown) => unknown>()
  const receivers = new Map<string, (from: string, body: unknown) => void>()
  const receiversOfBroadcasts: ((broadcast: Broadcast) => void)[] = []

  const send = (topic: string, content: unknown): void => {
    link.publish(topic, JSON.stringify(content), { qos: 0 }).catch((error: unknown) => {
      log.warn({ err: error, topic, outage: 'broker' }, 'not sent to the other nodes')
    })
  }

  const takeNodeMessage = (kind: string, payload: Buffer): void => {
    const content = readJson(payload) as Question & Answer
    const answerer = answerers.get(kind)
    if (kind === 'answer') open.get(content.id)?.(content.body)
    else if (answerer) send(nodeTopic(content.from, 'answer'), { id: content.id, body: answerer(content.body) })
  }

  const takeFromAll = (kind: string, payload: Buffer): void => {
    const { from, body } = (readJson(payload) ?? {}) as { from?: string; body?: unknown }
    if (from !== undefined) receivers.get(kind)?.(from, body)
  }

  const takeLoss = (payload: Buffer): void => {
    const lost = payload.toString()
    if (lost !== nodeId) nodeLost(lost)
  }

  const takeBroadcast = (payload: Buffer): void => {
    const told = readJson(payload) as Partial<Broadcast> | null
    if (!told?.audience || !told.event) return
    for (const receive of receiversOfBroadcasts) receive(told as Broadcast)
  }

  return {
    /** Registers who shows screens what any node broadcasts, this one included. */
    receivesBroadcasts(receive: (broadcast: Broadcast) => void): void {
      receiversOfBroadcasts.push(receive)
    },
    /** Says something to all nodes, this one included. */
    broadcast(kind: string, body: unknown): void {
      send(`${allNodesPrefix}${kind}`, { from: nodeId, body })
    },
    /** Registers what this node does with what is said to all. */
    receives(kind: string, receiver: (from: string, body: unknown) => void): void {
      receivers.set(kind, receiver)
    },
    /** Brings what is for screens to all nodes, this one included. */
    deliver(broadcasts: readonly Broadcast[]): void {
      for (const broadcast of broadcasts) send(topicOf(broadcast.audience), broadcast)
    },
    /** Registers what this node answers to questions of a kind. */
    answers(kind: string, answerer: (body: unknown) => unknown): void {
      answerers.set(kind, answerer)
    },
    /** Asks one other node. Undefined when it does not answer in time: then it is gone. */
    async request(otherNodeId: string, kind: string, body: unknown): Promise<unknown> {
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const late = setTimeout(resolve, answerWithinMs, undefined)
      open.set(id, resolve)
      const question: Question = { id, from: nodeId, body }
      send(nodeTopic(otherNodeId, kind), question)
      return promise.finally(() => {
        clearTimeout(late)
        open.delete(id)
      })
    },
    /** Takes a message that came over the broker on a topic of the bus. */
    handle({ topic, payload }: BrokerMessage): void {
      if (topic === lostNodeTopic) takeLoss(payload)
      else if (topic.startsWith(nodePrefix)) takeNodeMessage(topic.split('/')[3] ?? '', payload)
      else if (topic.startsWith(allNodesPrefix)) takeFromAll(topic.slice(allNodesPrefix.length), payload)
      else takeBroadcast(payload)
    },
  }
}
