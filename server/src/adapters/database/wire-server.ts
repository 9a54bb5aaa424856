import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { statementPrefix } from './prepared-statements.ts'
import { namedParseOf, type WireBatch, WireFrames } from './wire-frames.ts'

/** The one PostgreSQL backend behind all connections. */
export interface Backend {
  execute(bytes: Uint8Array, answer: (bytes: Uint8Array) => void): Promise<void>
  isInTransaction(): boolean
}

interface Session {
  socket: Socket
  frames: WireFrames
  /** Names of the kept statements that it counts on. */
  holds: Set<string>
  idleTimer: NodeJS.Timeout | undefined
}

interface Work {
  session: Session
  batch: Extract<WireBatch, { bytes: Uint8Array }>
}

function message(type: string, ...fields: Buffer[]): Buffer {
  const body = Buffer.concat(fields)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const parseComplete = message('1')

const sync = message('S')

/** Has the backend let go of a statement. */
const closeOf = (name: string): Buffer => message('C', Buffer.from(`S${name}\0`))

const rollback = Buffer.concat([sync, message('Q', Buffer.from('rollback\0'))])

const idleInTransaction = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C25P03\0Mterminating connection due to idle-in-transaction timeout\0\0'),
)

/**
 * Serves one PGlite to many connections of the ordinary driver.
 *
 * A backend has one unnamed statement and one transaction, so a query's messages up to its Sync run as one piece, and
 * while a session has a transaction open only that session is served. A session that dies or falls silent inside a
 * transaction is rolled back, or nobody else would ever be served again.
 */
export class WireServer {
  readonly #backend: Backend
  readonly #idleInTransactionMs: number
  readonly #server: Server
  readonly #sessions = new Set<Session>()
  /** Statements that the backend has: to it, all connections are one. */
  readonly #statements = new Set<string>()
  /** Whether a connection has ended since they were looked through. */
  #mayBeUnheld = false
  #queue: Work[] = []
  #owner: Session | undefined
  #running: Promise<void> | undefined

  constructor(backend: Backend, idleInTransactionMs: number) {
    this.#backend = backend
    this.#idleInTransactionMs = idleInTransactionMs
    this.#server = createServer((socket) => this.#open(socket))
  }

  async listen(socketPath: string): Promise<void> {
    // Left behind by a process that was killed; the folder lock says that no living one uses it.
    rmSync(socketPath, { force: true })
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(socketPath, resolve)
    })
    chmodSync(socketPath, 0o600)
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const session of this.#sessions) session.socket.destroy()
    await closed
    await this.#running
  }

  #open(socket: Socket): void {
    const session: Session = { socket, frames: new WireFrames(), holds: new Set(), idleTimer: undefined }
    this.#sessions.add(session)
    socket.on('data', (chunk: Buffer) => this.#receive(session, chunk))
    // 'close' always follows and does the cleaning.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#forget(session))
  }

  #receive(session: Session, chunk: Buffer): void {
    for (const batch of session.frames.push(chunk)) {
      if (batch.kind === 'ssl') session.socket.write('N')
      else if (batch.kind === 'cancel') session.socket.end()
      else this.#queue.push({ session, batch })
    }
    this.#start()
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    for (;;) {
      if (this.#owner && !this.#sessions.has(this.#owner)) await this.#rollBackLostOwner()
      if (!this.#owner && this.#mayBeUnheld) await this.#closeUnheld()
      const work = this.#take()
      if (!work) return
      await this.#execute(work)
    }
  }

  #take(): Work | undefined {
    const owner = this.#owner
    if (!owner) return this.#queue.shift()
    const index = this.#queue.findIndex((work) => work.session === owner)
    return index < 0 ? undefined : this.#queue.splice(index, 1)[0]
  }

  async #execute({ session, batch }: Work): Promise<void> {
    if (!this.#sessions.has(session)) return
    clearTimeout(session.idleTimer)
    if (batch.kind === 'messages' && batch.endsSession) {
      session.socket.end()
      this.#sessions.delete(session)
      return
    }
    await this.#answer(session, batch.bytes)
    const holdsBackend = this.#backend.isInTransaction() || (batch.kind === 'messages' && !batch.synced)
    this.#owner = holdsBackend ? session : undefined
    if (holdsBackend) {
      session.idleTimer = setTimeout(() => this.#endIdle(session), this.#idleInTransactionMs)
    }
  }

  /** A statement that another connection has given the backend is not given again: its name would be taken. */
  async #answer(session: Session, bytes: Uint8Array): Promise<void> {
    const { socket, holds } = session
    const named = namedParseOf(bytes)
    const isOurs = named?.name.startsWith(statementPrefix) === true
    if (isOurs) holds.add(named.name)
    if (isOurs && this.#statements.has(named.name)) {
      socket.write(parseComplete)
      return this.#backend.execute(bytes.subarray(named.length), (answer) => socket.write(Buffer.from(answer)))
    }
    let isFirst = true
    return this.#backend.execute(bytes, (answer) => {
      if (isFirst && isOurs && answer[0] === parseComplete[0]) this.#statements.add(named.name)
      isFirst = false
      socket.write(Buffer.from(answer))
    })
  }

  #endIdle({ socket }: Session): void {
    socket.write(idleInTransaction)
    socket.destroySoon()
  }

  async #rollBackLostOwner(): Promise<void> {
    this.#owner = undefined
    await this.#backend.execute(rollback, () => undefined)
  }

  /** What no connection counts on any more would stay in the memory of the backend for good: it has no session to end. */
  async #closeUnheld(): Promise<void> {
    this.#mayBeUnheld = false
    const isHeld = (name: string) => this.#sessions.values().some(({ holds }) => holds.has(name))
    const unheld = [...this.#statements].filter((name) => !isHeld(name))
    if (unheld.length === 0) return
    for (const name of unheld) this.#statements.delete(name)
    await this.#backend.execute(Buffer.concat([...unheld.map(closeOf), sync]), () => undefined)
  }

  #forget(session: Session): void {
    clearTimeout(session.idleTimer)
    this.#sessions.delete(session)
    this.#mayBeUnheld = true
    this.#queue = this.#queue.filter((work) => work.session !== session)
    this.#start()
  }
}
