import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { NoticeDelivery } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'

/** The subject of a notice on one line: unit, lamp, and number of others. */
export function useNoticeAbout() {
  const { t } = useTranslation('notices')
  return ({ unit, addr, causes }: Pick<NoticeDelivery, 'unit' | 'addr' | 'causes'>): string =>
    [
      unit ?? '',
      addr === null ? '' : t('about.lamp', { addr: lampNumber(addr) }),
      causes > 1 ? t('about.more', { count: causes - 1 }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
}
