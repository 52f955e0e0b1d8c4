import type { Senders } from './sender.ts'
import { chatWebhook } from './senders/chatWebhook.ts'
import { discord } from './senders/discord.ts'
import { expo } from './senders/expo.ts'
import { fcm } from './senders/fcm.ts'
import { genericSms } from './senders/genericSms.ts'
import { grafanaOnCall } from './senders/grafanaOnCall.ts'
import { mattermost } from './senders/mattermost.ts'
import { msteams } from './senders/msteams.ts'
import { nodemailer } from './senders/nodemailer.ts'
import { oneSignal } from './senders/oneSignal.ts'
import { pushWebhook } from './senders/pushWebhook.ts'
import { rocketChat } from './senders/rocketChat.ts'
import { ryver } from './senders/ryver.ts'
import { slack } from './senders/slack.ts'
import { twilio } from './senders/twilio.ts'
import { zulip } from './senders/zulip.ts'

/** The senders of this service, by the `providerId` of their integrations. */
export const builtInSenders: Senders = {
  nodemailer,
  twilio,
  'generic-sms': genericSms,
  slack,
  'rocket-chat': rocketChat,
  mattermost,
  ryver,
  msteams,
  discord,
  zulip,
  'grafana-on-call': grafanaOnCall,
  'chat-webhook': chatWebhook,
  fcm,
  expo,
  'one-signal': oneSignal,
  'push-webhook': pushWebhook,
}
