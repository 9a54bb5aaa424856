import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Takes the folder for this process. Returns how to give it back, or null if another process has it. */
export const lockFolder = async (folder: string): Promise<(() => void) | null> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'bridge.lock')
  const server = (await listenAt(path)) ?? ((await isAnswered(path)) ? null : await listenAgain(path))
  server?.unref()
  return server && (() => void server.close())
}

/** A socket left by a killed process is no lock. */
const listenAgain = (path: string): Promise<Server | null> => {
  rmSync(path, { force: true })
  return listenAt(path)
}

const listenAt = (path: string): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(path, () => resolve(server))
  })

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
