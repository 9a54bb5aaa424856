import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Config } from '../config/config.ts'

/** A real S3 server with one bucket, on a free port of this machine. */
export const startS3Server = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vigilux-s3-'))
  const open = async (port: number) => {
    const bucket = { name: 'vigilux', configs: [] }
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      // For the bucket itself, as in a list, it signs another path than the requested one.
      allowMismatchedSignatures: true,
      directory,
      configureBuckets: [bucket],
    })
    const address = await server.run()
    return { server, port: address.port }
  }
  const serverInfo = await open(0)
  let { server } = serverInfo
  const { port } = serverInfo
  const settings: S3Config = {
    url: `http://127.0.0.1:${port}`,
    bucket: 'vigilux',
    region: 'eu-south-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  }
  return {
    settings,
    /** Every file of the server, except parts of aborted uploads, which it cannot delete. */
    everything: async () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('_S3rver_uploads'))
        .map(({ parentPath, name }) => join(parentPath, name))
        .sort(),
    goAway: () => server.close(),
    async comeBack() {
      ;({ server } = await open(port))
    },
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>
