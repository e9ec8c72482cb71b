// What the keys of the keyboard on the glass are called in the languages of visitors, for whoever cannot see their signs.

/// The names of the keys that type no letter, in one language.
package struct KeyWords: Hashable, Sendable {
    package let tag: String
    package let space, backspace, enter, shift: String
    /// The names of the keys that show other keys.
    package let letters, digits, signs: String
    package let nextLayout, hide: String
    package let undo, redo, cut, copy, paste: String
    /// The name of the key that shows further Chinese words.
    package let more: String

    /// The names in `language` (BCP 47), or else in English.
    package init(_ language: String) { self = LanguageTable.row(of: language, in: Self.all, tag: \.tag) }

    private init(_ line: Substring) {
        let parts = line.split(separator: "; ", omittingEmptySubsequences: false).map(String.init)
        (tag, space, backspace, enter, shift) = (parts[0], parts[1], parts[2], parts[3], parts[4])
        (letters, digits, signs, nextLayout, hide) = (parts[5], parts[6], parts[7], parts[8], parts[9])
        (undo, redo, cut, copy, paste, more) = (parts[10], parts[11], parts[12], parts[13], parts[14], parts[15])
    }

    package static let all: [KeyWords] = table.split(separator: "\n").map { KeyWords($0) }

    // The key that deletes is not called as the button that empties a field (`ControlWords.clear`). Shift and Enter have their English
    // names where keyboards of the country bear those.
    private static let table = """
        en; Space; Delete; Enter; Shift; Letters; Numbers; Symbols; Next keyboard; Hide keyboard; Undo; Redo; Cut; Copy; Paste; More suggestions
        zh; 空格; 删除; 回车; 大写; 字母; 数字; 符号; 下一个键盘; 隐藏键盘; 撤销; 重做; 剪切; 拷贝; 粘贴; 更多候选字词
        zh-Hant; 空格; 刪除; 輸入; 大寫; 字母; 數字; 符號; 下一個鍵盤; 隱藏鍵盤; 還原; 重做; 剪下; 拷貝; 貼上; 更多候選字詞
        ar; مسافة; حذف; إدخال; العالي; أحرف; أرقام; رموز; لوحة المفاتيح التالية; إخفاء لوحة المفاتيح; تراجع; إعادة; قص; نسخ; لصق; مزيد من الاقتراحات
        fr; Espace; Supprimer; Entrée; Majuscule; Lettres; Chiffres; Symboles; Clavier suivant; Masquer le clavier; Annuler; Rétablir; Couper; Copier; Coller; Plus de suggestions
        de; Leerzeichen; Rücktaste; Eingabe; Umschalttaste; Buchstaben; Ziffern; Symbole; Nächste Tastatur; Tastatur ausblenden; Rückgängig; Wiederholen; Ausschneiden; Kopieren; Einfügen; Weitere Vorschläge
        es; Espacio; Eliminar; Intro; Mayúsculas; Letras; Números; Símbolos; Teclado siguiente; Ocultar teclado; Deshacer; Rehacer; Cortar; Copiar; Pegar; Más sugerencias
        pt; Espaço; Apagar; Enter; Maiúsculas; Letras; Números; Símbolos; Próximo teclado; Ocultar teclado; Desfazer; Refazer; Cortar; Copiar; Colar; Mais sugestões
        it; Spazio; Elimina; Invio; Maiuscole; Lettere; Numeri; Simboli; Tastiera successiva; Nascondi tastiera; Annulla; Ripristina; Taglia; Copia; Incolla; Altri suggerimenti
        cy; Bwlch; Dileu; Enter; Shift; Llythrennau; Rhifau; Symbolau; Bysellfwrdd nesaf; Cuddio'r bysellfwrdd; Dadwneud; Ailwneud; Torri; Copïo; Gludo; Rhagor o awgrymiadau
        el; Διάστημα; Πλήκτρο διαγραφής; Enter; Shift; Γράμματα; Αριθμοί; Σύμβολα; Επόμενο πληκτρολόγιο; Απόκρυψη πληκτρολογίου; Αναίρεση; Επανάληψη; Αποκοπή; Αντιγραφή; Επικόλληση; Περισσότερες προτάσεις
        uk; Пробіл; Видалити; Ввід; Shift; Літери; Цифри; Символи; Наступна клавіатура; Сховати клавіатуру; Скасувати; Повторити; Вирізати; Копіювати; Вставити; Більше варіантів
        he; רווח; מחיקה; Enter; Shift; אותיות; מספרים; סמלים; המקלדת הבאה; הסתרת המקלדת; ביטול פעולה; ביצוע מחדש; גזירה; העתקה; הדבקה; הצעות נוספות
        hi; स्पेस; हटाएँ; एंटर; शिफ़्ट; अक्षर; संख्याएँ; चिह्न; अगला कीबोर्ड; कीबोर्ड छिपाएँ; पूर्ववत करें; फिर से करें; कट करें; कॉपी करें; पेस्ट करें; और सुझाव
        ja; 空白; 削除; エンター; シフト; 文字; 数字; 記号; 次のキーボード; キーボードを隠す; 取り消す; やり直す; カット; コピー; ペースト; その他の候補
        ko; 스페이스; 삭제; 엔터; 시프트; 문자; 숫자; 기호; 다음 키보드; 키보드 가리기; 실행 취소; 다시 실행; 잘라내기; 복사; 붙여넣기; 후보 더 보기
        tr; Boşluk; Sil; Enter; Shift; Harfler; Sayılar; Semboller; Sonraki klavye; Klavyeyi gizle; Geri al; Yinele; Kes; Kopyala; Yapıştır; Daha fazla öneri
        nl; Spatie; Verwijderen; Enter; Shift; Letters; Cijfers; Symbolen; Volgend toetsenbord; Toetsenbord verbergen; Ongedaan maken; Opnieuw; Knippen; Kopiëren; Plakken; Meer suggesties
        pl; Spacja; Usuń; Enter; Shift; Litery; Cyfry; Symbole; Następna klawiatura; Ukryj klawiaturę; Cofnij; Ponów; Wytnij; Kopiuj; Wklej; Więcej propozycji
        cs; Mezerník; Smazat; Enter; Shift; Písmena; Číslice; Symboly; Další klávesnice; Skrýt klávesnici; Vrátit zpět; Znovu; Vyjmout; Kopírovat; Vložit; Další návrhy
        da; Mellemrum; Slet; Enter; Skift; Bogstaver; Tal; Symboler; Næste tastatur; Skjul tastatur; Fortryd; Gentag; Klip; Kopiér; Sæt ind; Flere forslag
        sv; Mellanslag; Radera; Enter; Skift; Bokstäver; Siffror; Symboler; Nästa tangentbord; Göm tangentbordet; Ångra; Gör om; Klipp ut; Kopiera; Klistra in; Fler förslag
        nb; Mellomrom; Slett; Enter; Skift; Bokstaver; Tall; Symboler; Neste tastatur; Skjul tastaturet; Angre; Gjør om; Klipp ut; Kopier; Lim inn; Flere forslag
        fi; Välilyönti; Poista; Enter; Vaihto; Kirjaimet; Numerot; Symbolit; Seuraava näppäimistö; Piilota näppäimistö; Kumoa; Tee uudelleen; Leikkaa; Kopioi; Liitä; Lisää ehdotuksia
        hu; Szóköz; Visszatörlés; Enter; Shift; Betűk; Számok; Szimbólumok; Következő billentyűzet; Billentyűzet elrejtése; Visszavonás; Ismétlés; Kivágás; Másolás; Beillesztés; További javaslatok
        ro; Spațiu; Ștergere; Enter; Shift; Litere; Cifre; Simboluri; Tastatura următoare; Ascunde tastatura; Anulează; Refă; Decupează; Copiază; Lipește; Mai multe sugestii
        ru; Пробел; Удалить; Ввод; Shift; Буквы; Цифры; Символы; Следующая клавиатура; Скрыть клавиатуру; Отменить; Повторить; Вырезать; Копировать; Вставить; Ещё варианты
        """
}
