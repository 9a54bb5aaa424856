import type { SceneRun } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useReasonText } from './scene-texts.ts'
import * as styles from './scenes.module.css'

/** Runs with trigger, person, time, and result in each unit. */
export function SceneRunsList({ runs, named: showsNames = false }: { runs: readonly SceneRun[]; named?: boolean }) {
  const { t } = useTranslation('scenes')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const causeText = ({ cause, input }: SceneRun) =>
    input ? t('inputOf', { input: input.input, unit: serialOf(input.topic) }) : t(`cause.${cause}`)
  return (
    <ul className={styles.sceneHistory} data-named={showsNames || undefined}>
      {runs.map((run) => (
        <li key={run.id}>
          {showsNames ? <b>{run.name || t('nameless')}</b> : null}
          <span>{dateTime(run.at)}</span>
          <span>{[causeText(run), run.by].filter(Boolean).join(' · ')}</span>
          <span data-result={run.result}>{t(`result.${run.result}`)}</span>
          <Details run={run} />
        </li>
      ))}
    </ul>
  )
}

/** The units of a run with several, why it was not executed, and ignored input changes. */
function Details({ run: { units, left_out } }: { run: SceneRun }) {
  const { t } = useTranslation('scenes')
  const reasonText = useReasonText()
  const lines = units.flatMap(({ topic, result, reason }) => {
    const reasonLabel = reasonText(reason)
    if (units.length === 1 && !reasonLabel) return []
    const resultText = reasonLabel ? `${t(`result.${result}`)} (${reasonLabel})` : t(`result.${result}`)
    return [`${serialOf(topic)}: ${resultText}`]
  })
  if (lines.length === 0 && left_out === 0) return null
  return <small>{[...lines, ...(left_out > 0 ? [t('leftOut', { count: left_out })] : [])].join(' · ')}</small>
}
