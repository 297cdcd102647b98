import type { IncomingMessage, ServerResponse } from 'node:http';
import { act } from '../service/acts.ts';
import type { Announcement, Service } from '../service/service.ts';
import { sendSmallPage } from './pages.ts';

/** GET /link/{id}: the link of an email or an SMS. Opening it confirms, once (specification 4.6). */
export function handleLink(
  service: Service,
  announce: (announcement: Announcement) => void,
  deliveryId: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.method !== 'GET') {
    sendSmallPage(response, 405, {
      title: 'Open this address',
      text: 'A link is opened, nothing else.',
    });
    return;
  }
  const delivery = service.outbox.find(deliveryId);
  const done =
    delivery?.link === undefined ? null : act(service, delivery.tid, 'approve', deliveryId);
  if (done?.ok !== true) {
    const text =
      'It was used already, or the login that it belongs to is over. Start the login again.';
    sendSmallPage(response, 410, { title: 'This link has no effect any more', text });
    return;
  }
  announce(done.value.announcement);
  sendSmallPage(response, 200, {
    title: 'Confirmed',
    text: `You confirmed the login of ${done.value.delivery.username}. You can close this page.`,
  });
}

/** GET /enroll/{tid}: the enrollment address of a person who awaits approval (specification 3). */
export function handleEnrollment(service: Service, tid: string, response: ServerResponse): void {
  const transaction = service.transactions.find(tid);
  if (transaction?.status !== 'waiting') {
    sendSmallPage(response, 404, {
      title: 'Nothing here',
      text: 'This enrollment address is not known.',
    });
    return;
  }
  const text = `The account ${transaction.member.username} must be approved by an administrator.`;
  sendSmallPage(response, 200, { title: 'Your account awaits approval', text });
}
