import { Anchor, Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { DemoUnit } from '@vigilux/contract/demo.ts'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../shared/form/FormParts.tsx'
import { serialOf } from '../shared/plant/unit-topic.ts'
import * as styles from './demo.module.css'
import { useDemoControl } from './demo-api.ts'
import type { DemoPlace } from './demo-place.ts'

type UnitsProps = { place: DemoPlace; units: readonly DemoUnit[] }

/** The mains of each unit, of all of them together, and the way to their front panels. */
export function MainsControls({ place: { plantId }, units, mayControl = true }: UnitsProps & { mayControl?: boolean }) {
  const { t } = useTranslation('demo')
  const control = useDemoControl()
  const isDark = units.every(({ isOnBattery }) => isOnBattery)
  const setMains = (isOn: boolean, topic?: string) =>
    control.mutate({ control: 'mains', plantId, on: isOn, ...(topic && { topic }) })
  return (
    <>
      <ul className={styles.demoUnits}>
        {units.map(({ topic, isOnBattery }) => {
          const serial = serialOf(topic)
          return (
            <li key={topic}>
              <span>
                <b>{serial}</b>
                <small data-dark={isOnBattery || undefined}>{t(isOnBattery ? 'mains.missing' : 'mains.there')}</small>
                <Anchor href={`/dev/panel/${topic}`} target="_blank" size="sm" aria-label={t('panelOf', { serial })}>
                  {t('panel')} <IconExternalLink size={14} aria-hidden />
                </Anchor>
              </span>
              {mayControl ? (
                <Button
                  size="xs"
                  variant="default"
                  disabled={control.isPending}
                  aria-label={t(isOnBattery ? 'mains.restoreOf' : 'mains.cutOf', { serial })}
                  onClick={() => setMains(isOnBattery, topic)}
                >
                  {t(isOnBattery ? 'mains.restore' : 'mains.cut')}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      {mayControl && units.length > 1 ? (
        <Button size="xs" variant="default" disabled={control.isPending} onClick={() => setMains(isDark)}>
          {t(isDark ? 'mains.restoreAll' : 'mains.cutAll')}
        </Button>
      ) : null}
      <FormFailure error={control.error} />
    </>
  )
}
