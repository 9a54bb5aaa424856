import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the system's ephemeral ports, so no outgoing connection can take one. */
const [lowest, highest] = [20_000, 31_999]

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${lowest} and ${highest}`)
}
