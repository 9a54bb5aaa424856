import type { AddressInfo } from 'node:net'
import { createConnection, createServer, type Socket } from 'node:net'

/** The fault of a COMMIT on its way to PostgreSQL, or of the answer on its way back. */
export type CommitFault =
  /** The connection is cut, and PostgreSQL never sees the COMMIT. */
  | 'cut before'
  /** PostgreSQL commits; the connection is cut instead of the answer. */
  | 'cut after'
  /** PostgreSQL sees the COMMIT once `release` is called. */
  | 'hold'
  | null

/** The first message of a connection has no type byte. */
const messagesOf = () => {
  let unread = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer): Buffer[] => {
    unread = Buffer.concat([unread, chunk])
    const messages: Buffer[] = []
    for (;;) {
      const head = isStarted ? 1 : 0
      if (unread.length < head + 4) return messages
      const end = head + unread.readInt32BE(head)
      if (unread.length < end) return messages
      messages.push(unread.subarray(0, end))
      unread = unread.subarray(end)
      isStarted = true
    }
  }
}

const isCommit = (message: Buffer): boolean => message.toString('latin1', 5) === 'commit\0'

/** A proxy in front of the test cluster for breaking COMMIT: `nextFault` is asked for each. */
export const openCommitProxy = async (connectionString: string, nextFault: () => CommitFault) => {
  const { searchParams, pathname, username } = new URL(connectionString)
  const socketPath = `${searchParams.get('host')}/.s.PGSQL.5432`
  const heldCommits = new Set<() => void>()
  const sockets = new Set<Socket>()
  const faults: CommitFault[] = []

  const applyFault = (fault: CommitFault, message: Buffer, client: Socket, server: Socket): void => {
    if (fault === 'cut before') {
      server.destroy()
      client.destroy()
    } else if (fault === 'cut after') {
      server.unpipe(client)
      server.once('data', () => {
        client.destroy()
        server.destroy()
      })
      server.resume()
      server.write(message)
    } else if (fault === 'hold') heldCommits.add(() => server.write(message))
    else server.write(message)
  }

  const join = (client: Socket): void => {
    const server = createConnection(socketPath)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    server.pipe(client)
    const read = messagesOf()
    client.on('data', (chunk: Buffer) => {
      for (const message of read(chunk)) {
        const fault = isCommit(message) ? nextFault() : null
        if (fault) faults.push(fault)
        applyFault(fault, message, client, server)
      }
    })
  }

  const proxy = createServer(join)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    /** The faults so far. */
    faults,
    /** Forwards every held COMMIT. */
    release(): void {
      for (const send of heldCommits) send()
      heldCommits.clear()
    },
    /** Cuts every connection. */
    cut(): void {
      for (const socket of sockets) socket.destroy()
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

export type CommitProxy = Awaited<ReturnType<typeof openCommitProxy>>
