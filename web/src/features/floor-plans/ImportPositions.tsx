import { Button, FileButton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { clampToPlan } from './draft.ts'
import * as styles from './floor-plans.module.css'
import { type ParsedPositions, parsePositions } from './positions.ts'
import type { PlanDevices } from './use-plan-devices.ts'
import type { PlanWorkspace } from './use-plan-workspace.ts'

/** Maximum number of named faulty lines. */
const maxNamed = 20

/** Places devices from a file of positions, as one step to save or undo. */
export function ImportPositions({ devices, work }: { devices: PlanDevices; work: PlanWorkspace }) {
  const { t } = useTranslation('floor-plans')
  const language = useLanguage()
  const [result, setResult] = useState<ParsedPositions | 'unreadable'>()
  // Reset the input, because a browser does not report the same file chosen twice.
  const resetFileInput = useRef<() => void>(null)
  const { draft, places } = work
  const read = async (file: File | null) => {
    resetFileInput.current?.()
    if (!file) return
    const { readSheet } = await import('../lamp-labels/index.ts')
    const sheet = await readSheet(file, language)
    if ('failed' in sheet) {
      setResult('unreadable')
      return
    }
    const found = parsePositions(sheet.rows, devices.all)
    const hasMoved = ([key, [x, y]]: ParsedPositions['placed'][number]) => {
      const at = places.get(key)
      return at?.[0] !== x || at[1] !== y
    }
    draft.step(found.placed.filter(hasMoved).map(([key, at]) => [key, places.get(key) ?? null, clampToPlan(at)]))
    setResult(found)
  }
  return (
    <section className={styles.planPositions} aria-label={t('positions.in')}>
      <FileButton accept=".csv,.txt,.tsv,.xlsx" resetRef={resetFileInput} onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
            {t('positions.in')}
          </Button>
        )}
      </FileButton>
      {result === 'unreadable' ? <p role="alert">{t('positions.unreadable')}</p> : null}
      {typeof result === 'object' ? <ImportResult result={result} /> : null}
    </section>
  )
}

function ImportResult({ result: { placed, troubles } }: { result: ParsedPositions }) {
  const { t } = useTranslation('floor-plans')
  return (
    <>
      <p role="status">{t('positions.read', { count: placed.length })}</p>
      {troubles.length > 0 ? (
        <>
          <p>{t('positions.left', { count: troubles.length })}</p>
          <ul>
            {troubles.slice(0, maxNamed).map(({ line, what, why }) => (
              <li key={line}>{t(`positions.why.${why}`, { line, what })}</li>
            ))}
            {troubles.length > maxNamed ? (
              <li className="vx-quiet">{t('moreFound', { count: troubles.length - maxNamed })}</li>
            ) : null}
          </ul>
        </>
      ) : null}
    </>
  )
}
