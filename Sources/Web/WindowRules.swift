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

    /// What runs in each document before its own scripts. A page's own menu still opens. Printing opens a dialog of the browser's, and a link
    /// such as mailto: another program. Full screen opens a note that a key ends it, and the page has the whole window already.
    static let script = """
        addEventListener('contextmenu', event => event.preventDefault(), true)
        addEventListener('click', event => {
            const link = event.composedPath().find(node => node.href && node.protocol)
            if (link && !['http:', 'https:', 'file:', 'javascript:', 'blob:', 'data:'].includes(link.protocol))
                event.preventDefault()
        }, true)
        window.print = () => {}
        for (const name of ['requestFullscreen', 'webkitRequestFullscreen', 'webkitRequestFullScreen'])
            Element.prototype[name] = () => Promise.reject(new TypeError('full screen is not allowed'))
        for (const name of ['fullscreenEnabled', 'webkitFullscreenEnabled'])
            Object.defineProperty(Document.prototype, name, {get: () => false})
        addEventListener('loadstart', event => event.target.controlsList?.add('nofullscreen'), true)
        addEventListener('fullscreenchange', () => document.fullscreenElement && document.exitFullscreen(), true)
        """
}
