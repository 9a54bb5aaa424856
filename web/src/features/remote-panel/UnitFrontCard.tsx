import type { CentralUnit, UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { LedState } from '@vigilux/contract/features/central-units/unit-front.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { frontKeys, topicOf, useWhyNotAllowed, useWhyNotCommand } from '../central-units/index.ts'
import * as styles from './remote-panel.module.css'
import { useSupportsCommand } from './use-supports-command.ts'

const lights = ['ready', 'emergency', 'failure'] as const

/** The reported front of a unit with keys to press here: presses of several people all count, in order. */
export function UnitFrontCard({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('remote-panel')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const supportsCommand = useSupportsCommand()
  const sentCommand = useSentCommand('keypressSimulation')
  const role = useWhyNotAllowed('panel.operate')
  const reasonNot = useWhyNotCommand()
  const blockedReason = role ?? reasonNot(unit)
  // The server runs one person's calls in parallel, so each key waits until the previous one is accepted.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const press = (key: UnitKey) => {
    last.current = last.current.then(() => sentCommand.send({ plantId, topic: topicOf(unit), keys: [key] }))
  }
  const { front } = unit
  return (
    <section className={`vx-card ${styles.front}`} aria-label={`${t('front')} ${unit.cu_id}`}>
      <h2>{`${t('front')} · ${unit.cu_id}`}</h2>
      {front ? (
        <div className={styles.frontFace} data-stale={!unit.cu_connected || undefined}>
          <div className={styles.frontDisplay} role="status" aria-label={t('display')}>
            {front.display.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the line is the place
              <p key={at}>{line}</p>
            ))}
          </div>
          <ul>
            {lights.map((name) => (
              <Light key={name} name={name} led={front[name]} />
            ))}
          </ul>
        </div>
      ) : (
        <p className="vx-quiet">{t('noFront')}</p>
      )}
      {unit.cu_connected || !unit.last_seen ? null : (
        <p className="vx-quiet">{t('asOf', { time: dateTime(unit.last_seen) })}</p>
      )}
      {supportsCommand(unit, 'keypressSimulation') && roleMay(plant.role, 'panel.operate') ? (
        <fieldset className={styles.frontKeys}>
          <legend className="vx-hidden">{t('keys')}</legend>
          {frontKeys.map((key) => (
            <ReasonButton key={key} variant="default" blockedReason={blockedReason} onClick={() => press(key)}>
              {key}
            </ReasonButton>
          ))}
        </fieldset>
      ) : null}
      {sentCommand.line}
    </section>
  )
}

function Light({ name, led }: { name: (typeof lights)[number]; led: LedState }) {
  const { t } = useTranslation('remote-panel')
  return (
    <li>
      <span className={styles.led} data-light={name} data-led={led} aria-hidden />
      {t(`led.${name}`)}
      <span className="vx-hidden">{`, ${t(`led.${led}`)}`}</span>
    </li>
  )
}
