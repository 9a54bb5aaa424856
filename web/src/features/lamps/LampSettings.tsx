import { IconAdjustmentsHorizontal, IconUsersGroup } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { paramsTakenBy, uvParamNames } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { topicOf, useWhyNotCommand } from '../central-units/index.ts'
import { GroupsDialog } from '../groups/index.ts'
import { keyOfLamp } from './lamp-lists.ts'
import { useParamLabel } from './ParamFields.tsx'
import { ParamsDialog } from './ParamsDialog.tsx'
import { uvSecondsLeft } from './uv-start.ts'

/** The parameters that a lamp takes, its groups, and the way to change them; a burning UV tube comes first. */
export function LampSettings({ lamp, params }: { lamp: Lamp; params: LampParams | undefined }) {
  const { t } = useTranslation('lamps')
  const { units } = useOpenPlant()
  const paramLabel = useParamLabel()
  const because = useWhyNotCommand()(units.find((unit) => topicOf(unit) === lamp.cu))
  const [open, setOpen] = useState<'groups' | 'params' | undefined>()
  const taken = paramsTakenBy({ product_code: lamp.product_code, params: params ?? {} })
  const told = taken.filter((name) => params?.[name] !== undefined)
  const lampOnly = lamp.type === 'emergency' || lamp.type === 'lighting'
  return (
    <section className="vx-panel-part">
      <h3>{t('select.parameters')}</h3>
      {params?.uvOxyOnOff ? <UvRunning lamp={keyOfLamp(lamp)} timer={params.uvOxyTimer} /> : null}
      {told.length === 0 ? (
        <p className="vx-quiet">{t('params.untold')}</p>
      ) : (
        <Facts
          entries={told
            .toSorted((one, other) => Number(uvParamNames.includes(one)) - Number(uvParamNames.includes(other)))
            .map((name) => [t(`params.name.${name}`), paramLabel(name, params?.[name] ?? '')] as const)}
        />
      )}
      <div className="vx-actions">
        <ReasonButton
          variant="default"
          because={because ?? (taken.length === 0 ? t('params.none') : undefined)}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen('params')}
        >
          {t('select.parameters')}
        </ReasonButton>
        {lampOnly ? (
          <ReasonButton
            variant="default"
            because={because}
            leftSection={<IconUsersGroup size={16} aria-hidden />}
            onClick={() => setOpen('groups')}
          >
            {t('column.groups')}
          </ReasonButton>
        ) : null}
      </div>
      {open === 'groups' ? <GroupsDialog topic={lamp.cu} lamps={[lamp]} onClose={() => setOpen(undefined)} /> : null}
      {open === 'params' ? <ParamsDialog topic={lamp.cu} lamps={[lamp]} onClose={() => setOpen(undefined)} /> : null}
    </section>
  )
}

function UvRunning({ lamp, timer }: { lamp: string; timer: number | undefined }) {
  const { t } = useTranslation('lamps')
  const { duration } = useFormats()
  const left = uvSecondsLeft(lamp, timer, useNow(1000))
  const words =
    left === undefined ? t('uv.on', { minutes: timer ?? '?' }) : t('uv.left', { time: duration(left * 1000) })
  return (
    <p role="timer">
      <StatusInline state="warning" cause={words} />
    </p>
  )
}
