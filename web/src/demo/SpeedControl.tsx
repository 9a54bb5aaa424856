import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shared/api/api-failure.ts'
import { useFormats } from '../shared/format/format.ts'
import * as styles from './demo.module.css'
import { useDemoSpeed } from './demo-api.ts'

const presetSpeeds = [1, 10, 60, 600, 3_600]
const hourMs = 3_600_000

/** The estate's speed in one line, and the choice of another one. */
export function SpeedControl() {
  const { t } = useTranslation('demo')
  const { number, duration } = useFormats()
  const { speed, change } = useDemoSpeed()
  if (speed === undefined) return <div className={styles.demoSpeed} />
  const speeds = [...new Set([...presetSpeeds, speed])].sort((a, b) => a - b)
  return (
    <div className={styles.demoSpeed}>
      <p role="status">
        <b>{speed === 1 ? t('speed.real') : t('speed.title', { speed: number(speed) })}</b>
        <br />
        <span>{t('speed.text', { time: duration(hourMs / speed) })}</span>
      </p>
      <SegmentedControl
        aria-label={t('speed.label')}
        fullWidth
        data={speeds.map((one) => ({ value: String(one), label: `${number(one)}×` }))}
        value={String(change.isPending ? change.variables.speed : speed)}
        onChange={(value) => change.mutate({ speed: Number(value) })}
      />
      {change.error ? <p role="alert">{failureText(change.error)}</p> : null}
    </div>
  )
}
