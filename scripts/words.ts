import { addTexts, isLanguage } from './add-words.ts'

/**
 * `npm run words -- add <namespace> <key> "English" [it="…" de="…" …]` adds a text to the files of all nine languages.
 * A missing language gets the English text, which `checks/languages.test.ts` rejects.
 */
const usage =
  'npm run words -- add <namespace> <key> "English" [it="…" de="…" es="…" fr="…" cs="…" no="…" pl="…" pt="…"]'

const [order, namespace, key, english, ...translations] = process.argv.slice(2)
if (order !== 'add' || !namespace || !key || !english) {
  console.error(usage)
  process.exit(2)
}
const textByLanguage = Object.fromEntries(
  translations.map((translation) => {
    const at = translation.indexOf('=')
    return [translation.slice(0, at), translation.slice(at + 1)]
  }),
)
const unknownLanguages = Object.keys(textByLanguage).filter((language) => !isLanguage(language))
if (unknownLanguages.length > 0) {
  console.error(`No language of the product: ${unknownLanguages.join(', ')}\n${usage}`)
  process.exit(2)
}
try {
  const { folder, untranslated } = addTexts(process.cwd(), namespace, key, { ...textByLanguage, en: english })
  console.log(`Added to ${folder}.`)
  if (untranslated.length > 0) console.log(`Still in English, which a check refuses: ${untranslated.join(', ')}.`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
