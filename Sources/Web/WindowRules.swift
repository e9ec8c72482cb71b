// What holds in every window of a browser.

import Geometry

/// The rules that a browser has for each of its windows before anything is loaded there.
enum WindowRules {
    /// The requests that stop until the kiosk has decided about them: those for documents, before they are sent and when they are answered.
    static var stops: [JSONObject] {
        ["Request", "Response"].map { stage in
            var pattern = JSONObject()
            pattern.add("urlPattern", "*")
            pattern.add("resourceType", "Document")
            pattern.add("requestStage", stage)
            return pattern
        }
    }

    /// What runs in each document before its own scripts. A page's own menu still opens. Printing, security keys and the choice of a screen open
    /// dialogs of the browser's, an address such as mailto: another program, full screen and a locked pointer a note that a key ends them; the page
    /// has the whole window already. None of its names are the page's. What a page opens comes over it, not in a window with an address and menus.
    static let script = """
        {
            addEventListener('contextmenu', event => event.preventDefault(), true)
            const isPage = address => /^(https?|file|javascript|blob|data|about):/.test(address)
            addEventListener('click', event => {
                const link = event.composedPath().find(node => node.href && node.protocol)
                if (link && (!isPage(link.protocol) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey))
                    event.preventDefault()
            }, true)
            window.navigation?.addEventListener('navigate', event => {
                if (!isPage(event.destination.url)) event.preventDefault()
            })
            window.print = () => {}
            const open = window.open
            window.open = (address, name) => open.call(window, address, name)
            const refuse = (prototype, ...names) => {
                for (const name of names)
                    if (prototype) prototype[name] = () => Promise.reject(new DOMException('a kiosk has none', 'NotAllowedError'))
            }
            refuse(window.CredentialsContainer?.prototype, 'get', 'create')
            refuse(window.MediaDevices?.prototype, 'getDisplayMedia')
            refuse(window.HTMLVideoElement?.prototype, 'requestPictureInPicture')
            refuse(window.DocumentPictureInPicture?.prototype, 'requestWindow')
            refuse(Element.prototype, 'requestPointerLock')
            for (const name of ['requestFullscreen', 'webkitRequestFullscreen', 'webkitRequestFullScreen'])
                Element.prototype[name] = () => Promise.reject(new TypeError('full screen is not allowed'))
            for (const name of ['fullscreenEnabled', 'webkitFullscreenEnabled'])
                Object.defineProperty(Document.prototype, name, {get: () => false})
            addEventListener('loadstart', event => {
                event.target.controlsList?.add('nofullscreen', 'nodownload', 'noremoteplayback')
                event.target.disablePictureInPicture = true
            }, true)
            addEventListener('fullscreenchange', () => document.fullscreenElement && document.exitFullscreen(), true)
        }
        """

    /// What runs after that in the first window: a page that closes it would leave nothing.
    static let firstScript = "window.close = () => {}\n"
}
