// `npm test`: installs what is missing, then runs every check and every test there is (run-tests.ts).
// `npm test -- --only NAME` runs one step (several: `--only A --only B`), `npm test -- --list` names the steps.
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
