def render_page(a, b):
    return ""


def render_summary(a, b):
    return ""
