import type { HostedPageView, Notice } from '../login/view/login-view.ts';
import type { ServiceText } from '../service/service-text.ts';
import type { Method } from '../service/methods.ts';
import { doctorStrings } from './doctor-strings.ts';
import { firstStrings } from './first-strings.ts';
import { loginStrings } from './login-strings.ts';
import type { Messages } from './messages.ts';

export type Strings = ReturnType<typeof windowStrings>;

export function windowStrings(messages: Messages) {
  const { say } = messages;
  const first = firstStrings(messages);
  const login = loginStrings(messages, 'window');
  const { states, places } = login;
  const { clock, timeLeft, timeOfDay } = login.time;
  return {
    ...first,
    methods: login.methods,
    errors: login.errors,
    advice: login.advice,
    codeProblem: login.codeProblem,
    whatToDo: login.whatToDo,
    /** Announced quote; empty for an empty text. */
    serviceSpoken: (serviceText: ServiceText | null): string => {
      const said = [serviceText?.message ?? '', serviceText?.details ?? ''].filter((text) => text !== '');
      return said.length === 0 ? '' : say('service-says.spoken', { text: said.map(ended).join(' ') });
    },
    /** `again`: label of the restart button; null if the button is missing. */
    notice: (given: Notice, again: string | null): string =>
      login.notice(given, again === null ? { how: 'list' } : { how: 'button', again }),
    common: {
      ...first.common,
      back: say('window.back'),
      otherMethods: say('window.other-ways'),
      notStarted: say('window.not-started'),
      leftOnPhone: states.leftOnPhone,
      moreTime: say('window.more-time'),
      close: say('window.close'),
      serviceSays: places.serviceSays,
      copied: say('window.copied'),
      stopped: say('window.stopped'),
      /** Adds a full stop to a label, for a screen reader. */
      asSentence: (words: string): string => say('window.sentence', { words }),
    },
    pickMethod: {
      heading: places.confirmItIsYou,
      listLabel: say('window.methods.list-label'),
      /** Announced with the heading. */
      toDo: (count: number): string => say('window.methods.to-do', { count }),
      forWhom: places.signingInAs,
      remembered: states.remembered,
      starting: say('window.methods.starting'),
      startingSpoken: login.starting,
      sentTooOften: states.sentTooOften,
      availableIn: states.availableIn,
      numberKeys: (platform: string): string =>
        say('window.methods.number-keys', { platform: platform === 'darwin' ? 'mac' : 'other' }),
    },
    wait: {
      timeLeft,
      /** `canExtend`: a button "More time" is present. */
      milestone: (remainingMs: number, canExtend: boolean): string => {
        const left = timeLeft(remainingMs);
        return canExtend
          ? say('window.wait.milestone-with-button', { left })
          : say('window.wait.milestone', { left });
      },
      clock,
      timeOfDay,
      reconnecting: say('window.wait.reconnecting'),
      reconnectingSpoken: states.reconnecting,
      connectedSpoken: states.connected,
      verifying: say('window.wait.verifying'),
      /** Shown and announced. */
      others: states.othersOffered,
      verifyingSpoken: states.verifying,
      waitingSpoken: states.waiting,
      moreTimeSpoken: states.moreTime,
      availableInSpoken: states.possibleIn,
      pauseIn: (ms: number): string => say('window.wait.pause-in', { clock: clock(ms) }),
      pauseOver: login.pauseOver,
    },
    code: {
      label: say('window.code.label'),
      /** Label of the code field on the screen of a pending push. */
      beside: say('window.code.beside'),
      sentTo: places.sentTo,
      /** States a known length and the effect of pasting (WCAG 3.2.2). */
      hint: (codeLength: number | null, method: Method): string => {
        const hasBypass = method === 'totp';
        if (codeLength === null) {
          return hasBypass ? say('window.code.hint-no-length-bypass') : say('window.code.hint-no-length');
        }
        return hasBypass
          ? say('window.code.hint-bypass', { count: codeLength })
          : say('window.code.hint', { count: codeLength });
      },
      accepted: say('window.code.accepted'),
      acceptedSpoken: states.accepted,
    },
    securityKey: {
      label: say('window.key.label'),
      hint: say('window.key.hint'),
    },
    qr: {
      label: say('window.qr.label'),
      copy: say('window.qr.copy'),
      larger: say('window.qr.larger'),
      smaller: say('window.qr.smaller'),
      open: say('window.qr.open'),
      /** Announced alternative to scanning the QR code. */
      instead: say('window.qr.instead'),
      tooLong: say('window.qr.too-long'),
    },
    approval: {
      application: places.application,
      computer: places.computer,
      phone: places.phone,
      askedAt: say('window.approval.asked-at'),
      /** Heading of the data that the phone also shows. */
      onPhone: places.onPhone,
    },
    hostedPage: {
      heading: (purpose: HostedPageView['purpose']): string =>
        purpose === 'verify' ? places.hostedPage : places.deniedOrWaiting,
      sentence: ({ purpose, place, isUnopened }: HostedPageView): string => {
        if (isUnopened) return places.pageUnopened;
        if (purpose === 'denied-or-waiting') return places.deniedOrWaitingSentence;
        return place === 'window' ? say('window.page.in-window') : say('window.page.in-browser');
      },
      addressLabel: say('window.page.address-label'),
      pageLabel: say('window.page.page-label'),
      copy: say('window.page.copy'),
      openAgain: say('window.page.open-again'),
      unopened: places.pageUnopened,
    },
    accountWaiting: {
      heading: places.notApproved,
      sentence: places.notApprovedSentence,
      sentenceWithAddress: places.notApprovedWithAddress,
      addressLabel: say('window.waiting.address-label'),
      copy: say('window.waiting.copy'),
      open: say('window.waiting.open'),
      showQr: say('window.waiting.show-qr'),
      hideQr: say('window.waiting.hide-qr'),
      qrLabel: say('window.waiting.qr-label'),
      checkAgain: say('window.waiting.check-again'),
      stillWaiting: say('window.waiting.still'),
    },
    failed: {
      referenceLabel: places.reference,
      copy: say('window.failed.copy'),
      setting: places.setting,
      waitFor: (time: string): string => say('window.failed.wait-for', { time }),
      openBrowser: say('window.failed.open-browser'),
      /** Shown if the login ends while this screen is open. */
      isOver: states.loginOver,
    },
    proxyLogin: {
      ...login.proxyLogin,
      show: say('window.proxy.show'),
      capsLock: say('window.proxy.caps-lock'),
      submit: say('window.proxy.submit'),
    },
    doctor: {
      ...first.doctor,
      heading: say('window.doctor.heading'),
      looking: say('window.doctor.looking'),
      lookingLong: say('window.doctor.looking-long'),
      listLabel: say('window.doctor.list-label'),
      again: say('window.doctor.again'),
      copy: say('window.doctor.copy'),
      support: say('window.doctor.support'),
      saveForSupport: say('window.doctor.save-for-support'),
      saved: say('window.doctor.saved'),
      savedAs: (file: string): string => say('window.doctor.saved-as', { file }),
      supportLabel: say('window.doctor.support-label'),
      supportSaid: (file: string): string => say('window.doctor.support-said', { file }),
      words: doctorStrings(messages, 'window'),
    },
    succeeded: {
      heading: say('window.succeeded.heading'),
      /** Announced after the result of the login. */
      toGoOn: say('window.succeeded.to-go-on'),
      sentence: login.confirmed,
      /** Shown if the window stays open after the login. */
      finishing: states.finishing,
      bypassedHeading: say('window.succeeded.bypassed-heading'),
      bypassedSentence: places.bypassed,
      unreachableHeading: say('window.succeeded.unreachable-heading'),
      unreachableSentence: places.unreachable,
    },
  } as const;
}

const ended = (text: string): string => (/[.!?…。！？؟]$/u.test(text) ? text : `${text}.`);
