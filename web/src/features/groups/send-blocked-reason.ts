import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import type { GroupDraftState } from './use-group-draft.ts'

/** Why the server would refuse the draft, in its words; undefined when it would not. */
export function draftRefusal({ refused }: GroupDraftState): string | undefined {
  return refused && errorText('errors', refused.reason, { lamps: lampRanges(refused.lamps) })
}

/** Why the draft cannot be sent now; undefined when it can. */
export function useSendBlockedReason(topic: string, draft: GroupDraftState): string | undefined {
  const { t } = useTranslation('groups')
  const { units } = useCurrentPlant()
  const unit = useWhyNotCommand()(units.find((one) => topicOf(one) === topic))
  const busy = useWhyNotBusy(topic)
  return unit ?? busy ?? draftRefusal(draft) ?? (draft.changes.length === 0 ? t('changes.none') : undefined)
}
