import { IconAdjustmentsHorizontal, IconUsersGroup } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { supportedParams, uvParamNames } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { topicOf, useWhyNotCommand } from '../central-units/index.ts'
import { GroupsDialog } from '../groups/index.ts'
import { ParamsDialog } from './ParamsDialog.tsx'
import { useParamLabel } from './use-param-label.ts'

type SettingsProps = { lamp: Lamp; params: LampParams | undefined; uvEndsAt: string | null }

/** A lamp's parameters and groups, with editors; an active UV tube comes first. */
export function LampSettings({ lamp, params, uvEndsAt }: SettingsProps) {
  const { t } = useTranslation('lamps')
  const { units } = useCurrentPlant()
  const paramLabel = useParamLabel()
  const blockedReason = useWhyNotCommand()(units.find((unit) => topicOf(unit) === lamp.cu))
  const [open, setOpen] = useState<'groups' | 'params' | undefined>()
  const supported = supportedParams({ product_code: lamp.product_code, params: params ?? {} })
  const reportedParams = supported.filter((name) => params?.[name] !== undefined)
  const lampOnly = lamp.type === 'emergency' || lamp.type === 'lighting'
  return (
    <section className="vx-panel-part">
      <h3>{t('select.parameters')}</h3>
      {params?.uvOxyOnOff ? <UvRunning endsAt={uvEndsAt} timer={params.uvOxyTimer} /> : null}
      {reportedParams.length === 0 ? (
        <p className="vx-quiet">{t('params.untold')}</p>
      ) : (
        <Facts
          entries={reportedParams
            .toSorted((one, other) => Number(uvParamNames.includes(one)) - Number(uvParamNames.includes(other)))
            .flatMap((name) => {
              const value = params?.[name]
              return value === undefined ? [] : [[t(`params.name.${name}`), paramLabel(name, value)] as const]
            })}
        />
      )}
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason ?? (supported.length === 0 ? t('params.none') : undefined)}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen('params')}
        >
          {t('select.parameters')}
        </ReasonButton>
        {lampOnly ? (
          <ReasonButton
            variant="default"
            blockedReason={blockedReason}
            leftSection={<IconUsersGroup size={16} aria-hidden />}
            onClick={() => setOpen('groups')}
          >
            {t('word.groups')}
          </ReasonButton>
        ) : null}
      </div>
      {open === 'groups' ? <GroupsDialog topic={lamp.cu} lamps={[lamp]} onClose={() => setOpen(undefined)} /> : null}
      {open === 'params' ? <ParamsDialog lamps={[lamp]} onClose={() => setOpen(undefined)} /> : null}
    </section>
  )
}

/** An active UV tube with its remaining time by the platform's clock: the same in every browser. */
function UvRunning({ endsAt, timer }: { endsAt: string | null; timer: number | undefined }) {
  const { t } = useTranslation('lamps')
  const { duration } = useFormats()
  const now = serverNow(useNow(1000))
  const remainingMs = endsAt === null ? undefined : Date.parse(endsAt) - now
  const stateText =
    remainingMs === undefined
      ? t('uv.on', { minutes: timer ?? '?' })
      : remainingMs > 0
        ? t('uv.left', { time: duration(remainingMs) })
        : t('uv.over')
  return (
    <p role="timer">
      <StatusInline state="warning" cause={stateText} />
    </p>
  )
}
