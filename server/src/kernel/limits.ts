import type { Allowance } from './allowances.ts'
import type { FairQueueLimits } from './fair-queue.ts'

/**
 * The allowance of one caller on one server node: generous to people, also to many at one address; tight to loops.
 * docs/operations/limits.md explains each number, and a check compares the two.
 */
export const allowances = {
  /** Points of an account with a known session. A read costs 1, a write 2, a heavy action its declared points. */
  account: { perSecond: 50, burst: 600 },
  /** Calls from an address without a known session. */
  anonymous: { perSecond: 50, burst: 300 },
  /** All requests from one address together. */
  address: { perSecond: 500, burst: 2000 },
  /** Sign-up, sign-in and related calls, from one address. */
  signIn: { perSecond: 5, burst: 100 },
  /** Realtime channels opened from one address. */
  channel: { perSecond: 5, burst: 100 },
  /** Files of the web client. */
  file: { perSecond: 200, burst: 2000 },
  health: { perSecond: 20, burst: 200 },
  /** Messages on one realtime channel. */
  message: { perSecond: 20, burst: 150 },
  /** Refused messages on a channel before it is closed. */
  refusedMessage: { perSecond: 1, burst: 1000 },
  /** Refusals of a member recorded in the audit of a plant; further ones are counted in the security log. */
  auditedRefusal: { perSecond: 1, burst: 200 },
} as const satisfies Record<string, Allowance>

/** Each of these many bytes of a call costs another point, because reading it is work. */
export const bytesPerPoint = 16_384

/** Maximum bytes of a call on either transport; the longest list of lamps takes 60 KB. */
export const maxCallBytes = 262_144

/** Refused requests are answered after about `ms` milliseconds, while at most `max` of them wait. */
export const maxDelayedRefusals = { ms: 1000, max: 1000 } as const

/** Points of a file download: the file is read from storage and checked. */
export const fileCost = 10

/** Maximum bytes of a file in memory while it is sent. */
export const fileWindowBytes = 1_048_576

/** Points of an upload; its action bounds its bytes. */
export const uploadCost = 5

/** Uploads received by this node at a time; the others wait, unread. */
export const uploadQueueLimits: FairQueueLimits = {
  places: 12,
  placesPerCaller: 4,
  waitingPerCaller: 60,
  waitingInAll: 300,
  longestWaitMs: 600_000,
}

export const uploadTimes = {
  /** Milliseconds without data after which an upload is aborted. */
  stallMs: 15_000,
  /** Milliseconds within which an upload must be complete, once it has a place. */
  longestMs: 900_000,
  /** Milliseconds for reading the rest of a refused upload, so its sender sees the answer. */
  discardMs: 10_000,
}

/** Maximum unsent bytes of HTTP answers per caller; beyond it, the caller gets no more work. */
export const maxUnsentBytes = 8_388_608

/** A call of at least this many points takes all places of its caller. */
export const heavyCost = 5

/** A read of at least this many points is costly: it keeps the processor busy. */
export const costlyReadCost = 4

export const queueLimits = {
  places: 6,
  placesPerCaller: 2,
  costly: { places: 1, afterMs: 250 },
  waitingPerCaller: 120,
  waitingInAll: 2000,
  longestWaitMs: 4000,
  slow: { afterMs: 1000, places: 6 },
} as const satisfies FairQueueLimits

/** Milliseconds without a free place after which a node is not ready, while calls wait for one. */
export const longestBlockMs = 2_000

export const channelLimits = {
  perAccount: 30,
  perAddress: 300,
  /** Unanswered calls per channel; the channel is read no further until they are answered. */
  unanswered: 16,
  /** Maximum bytes waiting for a browser to receive them; beyond it, the browser gets no more work. */
  backlogBytes: 1_048_576,
  /** Milliseconds after which a browser still behind is disconnected. */
  patienceMs: 10_000,
} as const

/** Milliseconds for caching the account of a cookie; every call still checks the session. */
export const sessionFreshMs = 60_000

/** Milliseconds of a call, including its wait for a turn. */
export const callDeadlines = {
  /** The transaction is rolled back, unless COMMIT was sent. */
  abandonMs: 4500,
  /** A COMMIT without an answer by then has an unknown outcome. */
  unknownMs: 5000,
} as const

/** Milliseconds by which the machine's clock may differ from the database's before the node is out of service. */
export const wrongClockMs = 2_000
