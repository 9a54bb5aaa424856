// `npm run dev`: the demo for developers. The server restarts when its sources change; the web client is
// served by Vite, which puts every change into the open page.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, install, installedNode, requireNode, root } from './prepare.mjs'

requireNode()
install()
const port = process.env.PORT ?? '8080'
const children = [
  spawn(
    installedNode,
    [
      '--watch-path=server/src',
      '--watch-path=contract/src',
      '--watch-path=device-plane/src',
      'server/src/bin/main.ts',
      '--demo',
    ],
    { cwd: root, stdio: 'inherit', env: environment },
  ),
  spawn(join(root, 'node_modules/.bin/vite'), ['web'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, VIGILUX_SERVER: `http://localhost:${port}` },
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const child of children)
  child.on('exit', (code) => {
    stop()
    process.exitCode ||= code ?? 0
  })
