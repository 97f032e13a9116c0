/** The parts of web-push that are used; the package has no types of its own. */
declare module 'web-push' {
  interface RequestDetails {
    method: 'POST'
    headers: Record<string, string | number>
    /** Encrypted (RFC 8291). */
    body: Buffer
    endpoint: string
  }
  interface WebPush {
    /** Throws at keys that are none. */
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        /** Seconds. */
        TTL: number
        urgency: 'very-low' | 'low' | 'normal' | 'high'
        contentEncoding: 'aes128gcm'
      },
    ): RequestDetails
  }
  const webPush: WebPush
  export default webPush
}
