import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { sayCode } from '../../shared/i18n/i18n.ts'
import { Cause } from '../../shared/layout/Cause.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'

const explained = ['emergency', 'offline', 'inhibited', 'testRunning', 'unknown'] as const
type Explained = (typeof explained)[number]

/** What is wrong with a lamp, each cause with its remedy; a lamp without a fault needs none of this. */
export function LampCauses({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const { t: say } = useTranslation('shared')
  const { timezone } = useOpenPlant().plant
  const condition = explained.find((name) => name === lamp.condition) satisfies Explained | undefined
  return (
    <>
      {condition ? (
        <Cause state={condition} title={say(`state.${condition}`)}>
          <p>{t(`cause.${condition}`)}</p>
          {lamp.condition_since ? (
            <p>
              {t('fact.since')}: <RelativeTime at={lamp.condition_since} timeZone={timezone} />
            </p>
          ) : null}
        </Cause>
      ) : null}
      {lamp.errors.map((code) => (
        <Cause
          key={code}
          state={lamp.condition === 'offline' ? 'offline' : 'error'}
          title={sayCode('errors.lamp', code) ?? code}
        >
          <p>{t(`remedy.${code}`)}</p>
        </Cause>
      ))}
    </>
  )
}
