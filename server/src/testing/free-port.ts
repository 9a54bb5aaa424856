import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below the system's ephemeral ports, so no outgoing connection can take one. */
const [lowest, highest] = [20_000, 31_999]

/** A file per port with the process that uses it: a server of a test leaves its port while it restarts. */
const claims = join(tmpdir(), 'vigilux-test-ports')
const ownClaims = new Set<string>()

const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

const dropClaims = (): void => {
  for (const path of ownClaims) rmSync(path, { force: true })
}

/** Claims a port until this process ends, unless another process has it. */
const claim = (port: number): boolean => {
  mkdirSync(claims, { recursive: true })
  const path = join(claims, String(port))
  try {
    const owner = Number(readFileSync(path, 'utf8'))
    if (owner > 0 && isRunning(owner)) return false
    rmSync(path, { force: true })
  } catch {
    // Nobody has claimed it.
  }
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch {
    return false
  }
  if (ownClaims.size === 0) process.once('exit', dropClaims)
  ownClaims.add(path)
  return true
}

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
    if (claim(port) && (await isFree(port))) return port
  }
  throw new Error(`no free port between ${lowest} and ${highest}`)
}
