import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { frontKeys, frontLeds } from '../unit-front.ts'
import * as styles from './enrol.module.css'
import { clockOf, type KeyWindow, useSecondsLeft } from './KeyCountdown.tsx'

type PictureProps = { facts: UnitTypeFacts; serial: string; window: KeyWindow }

/** The front of a unit as it currently looks; the keys to press are filled. Its engraved texts are English. */
export function UnitPicture({ facts, serial, window }: PictureProps) {
  const { t } = useTranslation('enrolment')
  const enrolmentKeys = new Set(facts.enrolmentKeys)
  const keys = facts.enrolmentKeys.join(' + ')
  const remainingSeconds = useSecondsLeft(window)
  return (
    <div className={styles.unit} role="img" aria-label={t('keys.picture', { keys })}>
      <div className={styles.unitHead} aria-hidden>
        <b>{facts.name.toUpperCase()}</b>
        <span>S/N {serial}</span>
      </div>
      <div className={styles.unitFront} aria-hidden>
        <pre className={styles.unitDisplay}>
          <b>CLOUD ENROLMENT</b>
          {`\nPRESS ${keys}\n${clockOf(remainingSeconds).padStart(5, '0')}`}
        </pre>
        <ul className={styles.unitLeds}>
          {frontLeds.map((led) => (
            <li key={led} data-on={led === 'READY' || undefined}>
              {led}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.unitKeys} aria-hidden>
        {frontKeys.map((key) => (
          <span key={key} data-press={enrolmentKeys.has(key) || undefined}>
            {key}
          </span>
        ))}
      </div>
    </div>
  )
}
