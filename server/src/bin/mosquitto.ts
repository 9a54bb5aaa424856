import { readOptions, writeFiles } from './mosquitto-files-of-units.ts'
import { print, run, withDatabase } from './operator.ts'

/** Command of docs/operations/mosquitto.md: writes Mosquitto's files for a list of units. */
await run(async () => {
  const options = readOptions(process.argv.slice(2))
  await withDatabase(async ({ db }) => {
    const count = await writeFiles(db, options, process.env)
    print(`${count} units in ${options.folder}`)
  })
})
