import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '../../contract/src/kernel/primitives.ts'
import { addWords } from '../../scripts/add-words.ts'
import { repositoryFiles, root } from '../sources.ts'

const execute = promisify(execFile)

/** What a recipe has a person do by hand: a file of its own, or lines before a line of a file that there is. */
export type Step = { file: string; create: string } | { file: string; before: string; insert: string }
type Words = [namespace: string, key: string, texts: Record<Language, string>]
export type Recipe = { steps: readonly Step[]; words: readonly Words[] }

/** Packages as they are installed here; those of the repository itself are those of the copy. */
const linkPackages = (copy: string): void => {
  const scope = '@vigilux'
  mkdirSync(join(copy, 'node_modules', scope), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== scope) symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, 'node_modules', scope))) {
    symlinkSync(join(copy, name), join(copy, 'node_modules', scope, name))
    const own = join(root, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, name, 'node_modules'))
  }
}

/** A copy of the repository to which recipes are applied. */
export const copyTree = () => {
  const copy = mkdtempSync(join(tmpdir(), 'vigilux-recipes-'))
  for (const file of repositoryFiles()) cpSync(join(root, file), join(copy, file))
  linkPackages(copy)
  // The checks ask git which files there are.
  execFileSync('git', ['init', '--quiet'], { cwd: copy })

  const take = (step: Step): void => {
    const path = join(copy, step.file)
    mkdirSync(dirname(path), { recursive: true })
    if ('create' in step) {
      writeFileSync(path, step.create)
      return
    }
    const text = readFileSync(path, 'utf8')
    if (text.split(step.before).length !== 2) throw new Error(`${step.file} has not once: ${step.before}`)
    writeFileSync(
      path,
      text.replace(step.before, () => step.insert + step.before),
    )
  }

  return {
    apply({ steps, words }: Recipe): void {
      for (const step of steps) take(step)
      for (const [namespace, key, texts] of words) addWords(copy, namespace, key, texts)
    },
    /** What a tool of the copy prints; throws with it where the tool fails. */
    async run(tool: string, parameters: readonly string[], env: Record<string, string> = {}): Promise<string> {
      const bin = join(copy, 'node_modules/.bin', tool)
      try {
        return (await execute(bin, parameters, { cwd: copy, env: { ...process.env, ...env } })).stdout
      } catch (error) {
        const { stdout, stderr } = error as { stdout?: string; stderr?: string }
        throw new Error(`${tool} ${parameters.join(' ')}\n${stdout}\n${stderr}`)
      }
    },
    read: (file: string): string => readFileSync(join(copy, file), 'utf8'),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}

/** Files that there were, and that a person edits; not counted are the feature's own new ones. */
export const editedByHand = ({ steps }: Recipe): string[] => [
  ...new Set(steps.filter((step) => 'before' in step).map(({ file }) => file)),
]
