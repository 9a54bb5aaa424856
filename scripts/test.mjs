// `npm test`: installs missing libraries, then runs the steps each push has to pass (test-steps.ts). `npm run test:all`
// runs every step. `npm test -- --only NAME` runs one step (several: `--only A --only B`), `--list` names the steps,
// `--slowest 20` prints the slowest files of each.
import { spawnSync } from 'node:child_process'
import { environment, install, installedNode, requireNode, root } from './prepare.mjs'

requireNode()
install()
const { status } = spawnSync(installedNode, ['scripts/run-tests.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
})
process.exit(status ?? 1)
